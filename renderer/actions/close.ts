import type { Action } from "./action.ts";

export const close: Action = (step, context) => context.closeDialog(String(step["close"]));
