import { uncontrolledInputs } from "#widgets/uncontrolled-inputs.ts";

/**
 * Stops key events at the window before React's root, and passes the typed text to the control directly. It applies to
 * keys that only write text into an uncontrolled input. React would traverse the page for each of a key's five events
 * and find no listener. In a large form that costs twenty times as much as the form's own code.
 *
 * All other events take their usual way: named keys, modifiers, input methods, clipboard and blur. Text changes without
 * a key (paste, undo, autofill) are passed on here too. React reports none when the text equals the text that it saw
 * last.
 *
 * Returns a function that ends it.
 */
export function enableNativeTyping(): () => void {
  if (users++ === 0) for (const [type, handler] of handlers) window.addEventListener(type, handler, true);
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    if (--users === 0) for (const [type, handler] of handlers) window.removeEventListener(type, handler, true);
  };
}

/** Number of mounted sections with fields. */
let users = 0;

function handleKey(event: Event): void {
  if (!isUncontrolled(event.target)) return;
  const { key, isComposing, keyCode, ctrlKey, altKey, metaKey } = event as KeyboardEvent;
  // Keys of an input method have the code 229; browser autofill sends keys without a name.
  if (key?.length !== 1 || isComposing || keyCode === 229 || ctrlKey || altKey || metaKey) return;
  event.stopPropagation();
}

function handleInput(event: Event): void {
  const composing = (event as InputEvent).isComposing === true;
  if (event.target) uncontrolledInputs.get(event.target)?.(composing);
  if (!composing) stopEcho(event);
}

/** Stops events that follow a text change and carry no news. */
function stopEcho(event: Event): void {
  if (isUncontrolled(event.target)) event.stopPropagation();
}

const isUncontrolled = (target: EventTarget | null): boolean => target !== null && uncontrolledInputs.has(target);

const handlers = [
  ["keydown", handleKey],
  ["keypress", handleKey],
  ["keyup", handleKey],
  ["textInput", stopEcho],
  ["input", handleInput],
  ["selectionchange", stopEcho],
] as const;
