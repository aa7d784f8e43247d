// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { fireEvent, screen } from "../../support/testing-library.ts";
import YesNo from "#widgets/yes-no/YesNo.tsx";
import { draw } from "../host.tsx";

const radio = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });

test("chooses nothing before an answer, and commits true and false", () => {
  const { state } = draw(YesNo, { props: {}, rendersLabel: true });
  expect(screen.getByRole("radiogroup", { name: "Field" })).toBeTruthy();
  expect([radio("Yes").checked, radio("No").checked]).toEqual([false, false]);
  fireEvent.click(radio("No"));
  expect(radio("No").checked).toBe(true);
  fireEvent.click(radio("Yes"));
  expect(state.committed).toEqual([false, true]);
});

test("speaks the field's own words", () => {
  draw(YesNo, { props: { yes: "In India", no: "Abroad" }, rendersLabel: true, value: false });
  expect([radio("In India").checked, radio("Abroad").checked]).toEqual([false, true]);
});
