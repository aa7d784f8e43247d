import type { Action } from "#renderer/runtime/action.ts";

/** The print style hides the frame and the buttons. */
export const print: Action = () => {
  window.print();
};
