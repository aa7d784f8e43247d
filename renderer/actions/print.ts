import type { Action } from "#renderer/runtime/action.ts";

/** The page's style for paper leaves the frame and the buttons out. */
export const print: Action = () => {
  window.print();
};
