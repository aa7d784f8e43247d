/**
 * Controls that hold what is typed in them, and how each takes what stands in it now; `composing`: an input method is at
 * work. Who hears keys before React does finds them here.
 */
export const typedControls = new WeakMap<EventTarget, (composing: boolean) => void>();
