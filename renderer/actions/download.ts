import { evaluate, type Expr } from "#engine/rules/evaluate.ts";
import { giveFile } from "#renderer/data/files.ts";
import type { Action } from "#renderer/runtime/action.ts";

export const download: Action = (step, context) => {
  const value = evaluate(step["download"] as Expr, context.scope());
  giveFile(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }), String(step["as"]));
};
