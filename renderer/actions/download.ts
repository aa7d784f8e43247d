import { evaluate, type Expr } from "#engine/rules/evaluate.ts";
import type { Action } from "#renderer/runtime/action.ts";
import { fetchCode } from "#renderer/session/page-code.ts";

export const download: Action = async (step, context) => {
  const value = evaluate(step["download"] as Expr, context.scope());
  const { giveFile } = await fetchCode(() => import("#renderer/data/files.ts"));
  giveFile(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }), String(step["as"]));
};
