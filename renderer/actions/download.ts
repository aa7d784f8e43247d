import { evaluate, type Expr } from "#engine/core/rules/evaluate.ts";
import type { Action } from "#renderer/runtime/action.ts";
import { loadCode } from "#renderer/session/code-loading.ts";

export const download: Action = async (step, context) => {
  const value = evaluate(step["download"] as Expr, context.scope());
  const { saveFile } = await loadCode(() => import("#renderer/data/files.ts"));
  saveFile(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }), String(step["as"]));
};
