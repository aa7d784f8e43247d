import { evaluate, type Expr } from "#engine/rules/evaluate.ts";
import type { Action } from "#renderer/runtime/action.ts";
import { toInnerPath } from "#renderer/runtime/inner-path.ts";

export const visit: Action = (step, context) => {
  const path = toInnerPath(evaluate(step["visit"] as Expr, context.scope()));
  if (path !== undefined) context.go(path, {});
};
