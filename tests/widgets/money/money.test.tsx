// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { fireEvent, screen } from "../../support/testing-library.ts";
import MoneyInput from "#widgets/money/MoneyInput.tsx";
import { draw } from "../host.tsx";

const box = () => screen.getByLabelText<HTMLInputElement>("Field");
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const props = { currency: "INR" } as const;

test("holds minor units, and shows major ones with their currency", () => {
  const { state } = draw(MoneyInput, { props });
  expect(screen.getByText("₹").id).toBe(box().getAttribute("aria-describedby"));
  type("₹1,25,000.50");
  expect([box().value, state.held]).toEqual(["1,25,000.50", 12_500_050]);
  type("4.35");
  expect(state.held).toBe(435);
  type("0.005");
  expect(state.held).toBe(0.5);
  type("");
  expect(state.held).toBeUndefined();
});

test("shows decimals only where there are any", () => {
  const { give } = draw(MoneyInput, { props, value: 12_500_000 });
  expect(box().value).toBe("1,25,000");
  give({ value: 1_250 });
  expect(box().value).toBe("12.50");
  give({ value: "12 lakh" });
  expect(box().value).toBe("12 lakh");
});

test("offers the keyboard with a decimal sign", () => {
  draw(MoneyInput, { props, bounds: { isWhole: true, minimum: 0 } });
  expect(box().inputMode).toBe("decimal");
});
