import { evaluate, type Expr } from "#engine/rules/evaluate.ts";
import type { Action } from "#renderer/runtime/action.ts";

/** The browser keeps the address for a moment after the press; afterwards the bytes may go. */
const keptMs = 60_000;

export const download: Action = (step, context) => {
  const value = evaluate(step["download"] as Expr, context.scope());
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = String(step["as"]);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
};
