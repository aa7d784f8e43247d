// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { fireEvent, screen } from "../../support/testing-library.ts";
import NumberInput from "#widgets/number/NumberInput.tsx";
import { draw } from "../host.tsx";

const box = () => screen.getByLabelText<HTMLInputElement>("Field");
const setText = (text: string) =>
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(box(), text);
const type = (value: string) => fireEvent.change(box(), { target: { value } });
/** The text and caret after the browser changed them at a key. */
function press(text: string, caret: number): void {
  setText(text);
  box().setSelectionRange(caret, caret);
  fireEvent.input(box());
}
const uncontrolled = { props: {}, uncontrolled: true } as const;

test.each([
  ["125000", "1,25,000", 125_000],
  ["1,25,000.50", "1,25,000.50", 125_000.5],
  ["१२५०००", "1,25,000", 125_000],
  ["１２５", "125", 125],
  ["−5", "-5", -5],
  ["– 7.5", "-7.5", -7.5],
  ["12.", "12.", 12],
  [".5", ".5", 0.5],
  ["0007", "7", 7],
  ["-0", "-0", 0],
  ["₹ 500/-", "500", 500],
  ["Rs. 1 200", "1,200", 1200],
  ["-", "-", undefined],
  ["", "", undefined],
  ["1e400", "1e400", "1e400"],
  ["12 kg", "12 kg", "12 kg"],
  ["1.2.3", "1.2.3", "1.2.3"],
])("shows %j as %j and holds %j", (typed, shown, held) => {
  const { state } = draw(NumberInput, { ...uncontrolled, value: 1 });
  type(typed);
  expect(box().value).toBe(shown);
  expect(state.held).toBe(held);
});

test("keeps the caret behind the typed digit while groups move", () => {
  draw(NumberInput, { ...uncontrolled, value: 12_345 });
  expect(box().value).toBe("12,345");
  press("129,345", 3);
  expect(box().value).toBe("1,29,345");
  expect(box().selectionStart).toBe(4);
});

test("deletes the digit before a group sign when Backspace deletes the sign", () => {
  const { state } = draw(NumberInput, { ...uncontrolled, value: 125_000 });
  press("1,25000", 4);
  expect(box().value).toBe("12,000");
  expect(box().selectionStart).toBe(3);
  expect(state.held).toBe(12_000);
});

test("skips a group sign when Delete is pressed before it", () => {
  draw(NumberInput, { ...uncontrolled, value: 125_000 });
  box().setSelectionRange(1, 1);
  fireEvent.keyDown(box(), { key: "Delete" });
  expect(box().selectionStart).toBe(2);
});

test("keeps what is typed when the host draws it again, and writes it plainly when the box is left", () => {
  const { state, give } = draw(NumberInput, { props: {} });
  type("12.50");
  give({ invalid: true });
  expect(box().value).toBe("12.50");
  fireEvent.blur(box());
  give({ invalid: false });
  expect(box().value).toBe("12.5");
  expect(state.committed).toEqual([12.5]);
});

test("names its unit, and offers the keyboard that its numbers need", () => {
  const { give } = draw(NumberInput, { props: { unit: "months" }, bounds: { isWhole: true } });
  expect(box().inputMode).toBe("numeric");
  expect(screen.getByText("months").id).toBe(box().getAttribute("aria-describedby"));
  give({ bounds: { isWhole: false, minimum: 0 } });
  expect(box().inputMode).toBe("decimal");
  give({ bounds: { minimum: -5 } });
  expect(box().inputMode).toBe("text");
});

test("shows a number that arrived later, and an empty one", () => {
  const { give } = draw(NumberInput, uncontrolled);
  give({ value: -0.5 });
  expect(box().value).toBe("-0.5");
  give({ value: undefined });
  expect(box().value).toBe("");
});
