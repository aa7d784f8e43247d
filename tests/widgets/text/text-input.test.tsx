// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { fireEvent, screen } from "../../support/testing-library.ts";
import TextInput from "#widgets/text/TextInput.tsx";
import { draw } from "../host.tsx";

const box = () => screen.getByLabelText<HTMLInputElement>("Field");
const type = (value: string) => fireEvent.change(box(), { target: { value } });

test("trims leading white space and keeps the rest", () => {
  const { state } = draw(TextInput, { props: {} });
  type("  Asha  Rao ");
  expect(state.held).toBe("Asha  Rao ");
  expect(box().value).toBe("Asha  Rao ");
});

test("ignores a lone space", () => {
  const { onChange } = draw(TextInput, { props: {} });
  type(" ");
  expect(onChange).not.toHaveBeenCalled();
  expect(box().value).toBe("");
});

test("commits undefined for an emptied box", () => {
  const { state } = draw(TextInput, { props: {}, value: "a" });
  type("");
  expect(state.held).toBeUndefined();
});

test("keeps only digits, also of other scripts, up to the maximum length", () => {
  const { state } = draw(TextInput, { props: { digits: true, maxLength: 6 } });
  type("56-00 ०१x99");
  expect(state.held).toBe("560001");
  expect(box().inputMode).toBe("numeric");
});

test("removes a forbidden character from the middle and keeps the caret in place", () => {
  const { state } = draw(TextInput, { props: { digits: true }, value: "4711" });
  const control = box();
  // The state of the input after a letter was typed behind the second digit.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(control, "47x11");
  control.setSelectionRange(3, 3);
  fireEvent.input(control);
  expect(control.value).toBe("4711");
  expect(control.selectionStart).toBe(2);
  expect(state.held).toBe("4711");
});

test("removes nothing while an input method composes", () => {
  const { state } = draw(TextInput, { props: { maxLength: 2 } });
  const compose = (value: string, isComposing: boolean) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(box(), value);
    fireEvent(box(), Object.assign(new Event("input", { bubbles: true }), { isComposing }));
  };
  compose("अनन", true);
  expect(box().value).toBe("अनन");
  fireEvent.compositionEnd(box());
  expect(box().value).toBe("अन");
  expect(state.held).toBe("अन");
});

test("blurs and commits on the mouse wheel", () => {
  const { state } = draw(TextInput, { props: {}, value: "7" });
  box().focus();
  fireEvent.wheel(box());
  expect(document.activeElement).not.toBe(box());
  expect(state.committed).toEqual(["7"]);
});

test("shows and hides a password", () => {
  draw(TextInput, { props: { type: "password" }, value: "secret" });
  expect(box().type).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(box().type).toBe("text");
  fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(box().type).toBe("password");
});

test("keeps typed text when the widget renders itself with an older value", () => {
  draw(TextInput, { props: { type: "password" }, uncontrolled: true });
  type("s3cret");
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(box().value).toBe("s3cret");
});
