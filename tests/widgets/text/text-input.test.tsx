// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { fireEvent, screen } from "@testing-library/react";
import TextInput from "#widgets/text/TextInput.tsx";
import { draw } from "../host.tsx";

const box = () => screen.getByLabelText<HTMLInputElement>("Field");
const type = (value: string) => fireEvent.change(box(), { target: { value } });

test("leading whitespace is trimmed while inner and trailing stays", () => {
  const { state } = draw(TextInput, { props: {} });
  type("  Asha  Rao ");
  expect(state.held).toBe("Asha  Rao ");
  expect(box().value).toBe("Asha  Rao ");
});

test("a lone space is ignored: the form hears nothing", () => {
  const { onChange } = draw(TextInput, { props: {} });
  type(" ");
  expect(onChange).not.toHaveBeenCalled();
  expect(box().value).toBe("");
});

test("an emptied box is undefined", () => {
  const { state } = draw(TextInput, { props: {}, value: "a" });
  type("");
  expect(state.held).toBeUndefined();
});

test("a digits box keeps digits only, also those of other scripts, up to its length", () => {
  const { state } = draw(TextInput, { props: { digits: true, maxLength: 6 } });
  type("56-00 ०१x99");
  expect(state.held).toBe("560001");
  expect(box().inputMode).toBe("numeric");
});

test("the mouse wheel leaves the field and commits", () => {
  const { state } = draw(TextInput, { props: {}, value: "7" });
  box().focus();
  fireEvent.wheel(box());
  expect(document.activeElement).not.toBe(box());
  expect(state.committed).toEqual(["7"]);
});

test("a password can be shown and hidden", () => {
  draw(TextInput, { props: { type: "password" }, value: "secret" });
  expect(box().type).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(box().type).toBe("text");
  fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(box().type).toBe("password");
});
