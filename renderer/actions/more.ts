import type { Action } from "#renderer/runtime/action.ts";

/** Done beside everything else: whoever scrolls may press something meanwhile. */
export const more: Action = (step, context) => context.loadMore(String(step["more"]));
