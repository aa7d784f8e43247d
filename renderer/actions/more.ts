import type { Action } from "#renderer/runtime/action.ts";

/** Nobody waits for it: whoever scrolls may press something meanwhile. */
export const more: Action = (step, context) => {
  context
    .loadMore(String(step["more"]))
    .catch((error: unknown) => console.warn("The next page of a list could not be fetched", error));
};
