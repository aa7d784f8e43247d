// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { fireEvent, screen } from "../../testing-library.ts";
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

test("what cannot be typed goes away from the middle, and the caret stays where it was", () => {
  const { state } = draw(TextInput, { props: { digits: true }, value: "4711" });
  const control = box();
  // As a browser has it after a letter was put behind the second digit.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(control, "47x11");
  control.setSelectionRange(3, 3);
  fireEvent.input(control);
  expect(control.value).toBe("4711");
  expect(control.selectionStart).toBe(2);
  expect(state.held).toBe("4711");
});

test("while an input method composes, nothing is taken away", () => {
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

test("what was typed stays while the widget draws itself again, though nobody has drawn it with that value", () => {
  draw(TextInput, { props: { type: "password" }, ownsTyping: true });
  type("s3cret");
  fireEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(box().value).toBe("s3cret");
});
