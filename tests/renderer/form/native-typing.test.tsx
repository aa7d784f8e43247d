// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cleanup, fireEvent, render, screen } from "../../support/testing-library.ts";
import { enableNativeTyping } from "#renderer/form/parts/native-typing.ts";
import { UncontrolledInput } from "#widgets/UncontrolledInput.tsx";

const seen = vi.fn<(type: string) => void>();
const typed = vi.fn<(kept: string) => void>();
const box = () => screen.getByLabelText<HTMLInputElement>("Own");
let stop: () => void;

beforeEach(() => {
  seen.mockClear();
  typed.mockClear();
  const tell = ({ type }: { type: string }) => seen(type);
  stop = enableNativeTyping();
  render(
    <div onKeyDown={tell} onKeyUp={tell} onInput={tell} onCompositionEnd={tell}>
      <UncontrolledInput
        aria-label="Own"
        appearance="outline"
        value="12"
        renderToken={{}}
        sanitize={(raw) => raw.replaceAll(/\D/g, "")}
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

/** Changes the text and dispatches the input event, as a browser does. */
function put(value: string, inputType = "insertText", isComposing = false): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(box(), value);
  fireEvent(box(), new InputEvent("input", { bubbles: true, inputType, isComposing }));
}
function press(key: string, more: KeyboardEventInit = {}): void {
  for (const type of ["keydown", "keyup"])
    fireEvent(box(), new KeyboardEvent(type, { bubbles: true, cancelable: true, key, ...more }));
}

test("keeps a letter from React and reports the typed text", () => {
  press("3");
  put("123");
  press(" ");
  expect(seen).not.toHaveBeenCalled();
  expect(typed.mock.calls).toEqual([["123"]]);
});

test("removes a forbidden letter and keeps the caret in place", () => {
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

test("ignores the nameless keys of browser autofill", () => {
  fireEvent(box(), new Event("keydown", { bubbles: true }));
  expect(seen.mock.calls.flat()).toEqual(["keydown"]);
});

test("reports text changes without a key, also back to the text that React saw last", () => {
  put("123", "insertFromPaste");
  put("12", "deleteByCut");
  put("129", "historyUndo");
  expect(typed.mock.calls).toEqual([["123"], ["12"], ["129"]]);
});

test("lets all events pass while an input method composes and removes nothing", () => {
  put("12क", "insertCompositionText", true);
  expect(box().value).toBe("12क");
  fireEvent.compositionEnd(box());
  expect(box().value).toBe("12");
  expect(seen.mock.calls.flat()).toEqual(["input", "compositionend"]);
  expect(typed.mock.calls).toEqual([["12क"], ["12"]]);
});

test("leaves other controls alone", () => {
  const other = screen.getByLabelText("Other");
  fireEvent.keyDown(other, { key: "a" });
  fireEvent.input(other, { target: { value: "a" } });
  expect(seen.mock.calls.flat()).toEqual(["keydown", "input"]);
});

test("stays enabled until its last user has ended it", () => {
  const another = enableNativeTyping();
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
