import type { Action } from "#renderer/runtime/action.ts";

/** Runs in parallel with other actions: the user may press something while scrolling. */
export const loadMore: Action = (step, context) => context.loadMore(String(step["loadMore"]));
