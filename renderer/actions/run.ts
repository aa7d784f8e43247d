import type { Action } from "#renderer/runtime/action.ts";

export const run: Action = (step, context) => context.runFlow(String(step["run"]), context.roots);
