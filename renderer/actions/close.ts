import type { Action } from "#renderer/runtime/action.ts";

export const close: Action = (step, context) => context.closeDialog(String(step["close"]));
