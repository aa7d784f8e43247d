import { evaluate, type Expr } from "#engine/core/rules/evaluate.ts";
import { Failure } from "#renderer/data/failure.ts";
import { handleFailure } from "#renderer/data/handle-failure.ts";
import type { Action } from "#renderer/runtime/action.ts";

export const report: Action = (step, context) => {
  const failure = evaluate(step["report"] as Expr, context.scope()) as {
    operation?: string;
    status?: number;
    code?: number;
    message?: string;
  } | null;
  if (failure) handleFailure(new Failure(failure.operation ?? "", failure.status ?? 0, failure), context.config);
};
