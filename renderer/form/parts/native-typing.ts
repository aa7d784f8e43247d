import { typedControls } from "#widgets/typed-controls.ts";

/**
 * Typing that React does not see: while somebody needs it, the events of a key that only writes text into a control which
 * holds what is typed itself end at the window, before they come to React's root, and the control is told there and then.
 * The typing is what the browser does by itself after them. React would walk the layers of the page for each of the five
 * events of a key and find nobody who listens: in a large form twenty times what the form's own code takes.
 *
 * Everything else goes its usual way: keys with a name or a modifier, whatever an input method composes, clipboard,
 * blur. What changes the text without a key (paste, undo, autofill) is told here too, since React forgets to speak where
 * the text is again the one that it saw last.
 */
export function keepTypingNative(): () => void {
  if (users++ === 0) for (const [type, hear] of heard) window.addEventListener(type, hear, true);
  let over = false;
  return () => {
    if (over) return;
    over = true;
    if (--users === 0) for (const [type, hear] of heard) window.removeEventListener(type, hear, true);
  };
}

/** How many sections with fields are drawn. */
let users = 0;

function hearKey(event: Event): void {
  if (!isTyped(event.target)) return;
  const { key, isComposing, keyCode, ctrlKey, altKey, metaKey } = event as KeyboardEvent;
  // A key of an input method has the code 229; what a browser fills in sends keys without a name.
  if (key?.length !== 1 || isComposing || keyCode === 229 || ctrlKey || altKey || metaKey) return;
  event.stopPropagation();
}

function hearInput(event: Event): void {
  const composing = (event as InputEvent).isComposing === true;
  if (event.target) typedControls.get(event.target)?.(composing);
  if (!composing) hearEcho(event);
}

/** What follows a change of the text and says nothing new. */
function hearEcho(event: Event): void {
  if (isTyped(event.target)) event.stopPropagation();
}

const isTyped = (target: EventTarget | null): boolean => target !== null && typedControls.has(target);

const heard = [
  ["keydown", hearKey],
  ["keypress", hearKey],
  ["keyup", hearKey],
  ["textInput", hearEcho],
  ["input", hearInput],
  ["selectionchange", hearEcho],
] as const;
