// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cleanup, fireEvent, render, screen } from "../../testing-library.ts";
import { keepTypingNative } from "#renderer/form/parts/native-typing.ts";
import { OwnTypingInput } from "#widgets/text/OwnTypingInput.tsx";

const seen = vi.fn<(type: string) => void>();
const typed = vi.fn<(kept: string) => void>();
const box = () => screen.getByLabelText<HTMLInputElement>("Own");
let stop: () => void;

beforeEach(() => {
  seen.mockClear();
  typed.mockClear();
  const tell = ({ type }: { type: string }) => seen(type);
  stop = keepTypingNative();
  render(
    <div onKeyDown={tell} onKeyUp={tell} onInput={tell} onCompositionEnd={tell}>
      <OwnTypingInput
        aria-label="Own"
        appearance="outline"
        value="12"
        drawn={{}}
        toKept={(raw) => raw.replaceAll(/\D/g, "")}
        onTyped={typed}
      />
      <input aria-label="Other" />
    </div>,
  );
});
afterEach(() => {
  stop();
  cleanup();
});

/** As a browser has it: the text changes without anybody's knowledge, then the event comes. */
function put(value: string, inputType = "insertText", isComposing = false): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(box(), value);
  fireEvent(box(), new InputEvent("input", { bubbles: true, inputType, isComposing }));
}
function press(key: string, more: KeyboardEventInit = {}): void {
  for (const type of ["keydown", "keyup"])
    fireEvent(box(), new KeyboardEvent(type, { bubbles: true, cancelable: true, key, ...more }));
}

test("a letter never comes to React, and what it wrote is told", () => {
  press("3");
  put("123");
  press(" ");
  expect(seen).not.toHaveBeenCalled();
  expect(typed.mock.calls).toEqual([["123"]]);
});

test("what a letter may not write goes away, and the caret stays where it was", () => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(box(), "1x2");
  box().setSelectionRange(2, 2);
  fireEvent(box(), new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  expect(box().value).toBe("12");
  expect(box().selectionStart).toBe(1);
  expect(typed).not.toHaveBeenCalled();
});

test.each([
  ["Enter", {}],
  ["Escape", {}],
  ["Tab", {}],
  ["ArrowDown", {}],
  ["Backspace", {}],
  ["F2", {}],
  ["Dead", {}],
  ["z", { ctrlKey: true }],
  ["z", { metaKey: true }],
  ["q", { altKey: true }],
  ["a", { isComposing: true }],
  ["a", { keyCode: 229 }],
])("%s %o goes its usual way", (key, more) => {
  press(key, more);
  expect(seen.mock.calls.flat()).toEqual(["keydown", "keyup"]);
});

test("a press that a browser fills in with has no name, and harms nobody", () => {
  fireEvent(box(), new Event("keydown", { bubbles: true }));
  expect(seen.mock.calls.flat()).toEqual(["keydown"]);
});

test("whatever changes the text without a key is told, also back to what React saw last", () => {
  put("123", "insertFromPaste");
  put("12", "deleteByCut");
  put("129", "historyUndo");
  expect(typed.mock.calls).toEqual([["123"], ["12"], ["129"]]);
});

test("while an input method composes nothing is taken away, and all of it goes its usual way", () => {
  put("12क", "insertCompositionText", true);
  expect(box().value).toBe("12क");
  fireEvent.compositionEnd(box());
  expect(box().value).toBe("12");
  expect(seen.mock.calls.flat()).toEqual(["input", "compositionend"]);
  expect(typed.mock.calls).toEqual([["12क"], ["12"]]);
});

test("other controls are not touched", () => {
  const other = screen.getByLabelText("Other");
  fireEvent.keyDown(other, { key: "a" });
  fireEvent.input(other, { target: { value: "a" } });
  expect(seen.mock.calls.flat()).toEqual(["keydown", "input"]);
});

test("it lasts until the last who needs it has gone; each goes once", () => {
  const another = keepTypingNative();
  another();
  another();
  press("1");
  expect(seen).not.toHaveBeenCalled();
  stop();
  press("1");
  put("121");
  expect(seen.mock.calls.flat()).toEqual(["keydown", "keyup", "input"]);
  expect(typed.mock.calls).toEqual([["121"]]);
});
