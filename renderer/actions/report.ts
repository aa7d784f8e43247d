import { evaluate, type Expr } from "#engine/core/rules/evaluate.ts";
import { Failure, type FailureBody } from "#renderer/data/failure.ts";
import type { Action } from "#renderer/runtime/action.ts";

/** Throws the failure again, so that the event handles it as if no step had: a form shows its refused fields. */
export const report: Action = (step, context) => {
  const failure = evaluate(step["report"] as Expr, context.scope()) as
    | (FailureBody & { operation?: string; status?: number; retryAfterSeconds?: number })
    | null;
  if (!failure) return;
  const { operation = "", status = 0, retryAfterSeconds } = failure;
  throw new Failure(operation, status, failure, retryAfterSeconds === undefined ? null : String(retryAfterSeconds));
};
