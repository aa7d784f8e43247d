import { evaluate, type Expr } from "#engine/core/rules/evaluate.ts";
import type { Action } from "#renderer/runtime/action.ts";

export const set: Action = (step, context) => {
  const scope = context.scope();
  const view: Record<string, unknown> = {};
  const session: Record<string, unknown> = {};
  for (const [target, expr] of Object.entries(step["set"] as Record<string, Expr>)) {
    const [root, key = ""] = target.split(".");
    (root === "view" ? view : session)[key] = evaluate(expr, scope);
  }
  if (Object.keys(view).length > 0) context.setView(view);
  if (Object.keys(session).length > 0) context.setSession(session);
};
