import { evaluate, type Expr } from "#engine/core/rules/evaluate.ts";
import type { Action } from "#renderer/runtime/action.ts";
import { toLocalPath } from "#renderer/runtime/local-path.ts";

export const openLink: Action = (step, context) => {
  const path = toLocalPath(evaluate(step["openLink"] as Expr, context.scope()));
  if (path !== undefined) context.navigate(path, {});
};
