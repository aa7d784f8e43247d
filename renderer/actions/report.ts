import { evaluate, type Expr } from "#engine/rules/evaluate.ts";
import { Failure } from "#renderer/data/failure.ts";
import { meetFailure } from "#renderer/data/meet-failure.ts";
import type { Action } from "#renderer/runtime/action.ts";

export const report: Action = (step, context) => {
  const failure = evaluate(step["report"] as Expr, context.scope()) as {
    operation?: string;
    status?: number;
    code?: number;
    message?: string;
  } | null;
  if (failure) meetFailure(new Failure(failure.operation ?? "", failure.status ?? 0, failure), context.config);
};
