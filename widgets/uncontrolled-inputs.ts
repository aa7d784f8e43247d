/**
 * Uncontrolled inputs, each with a function that reads its present text. `composing`: an input method is active. The
 * form host calls it when it handles keys before React does.
 */
export const uncontrolledInputs = new WeakMap<EventTarget, (composing: boolean) => void>();
