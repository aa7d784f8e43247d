import type { Action } from "./action.ts";

export const run: Action = (step, context) => context.runFlow(String(step["run"]), "start", context.roots);
