import { getOperation, type OperationId } from "#engine/api/operations.ts";
import { call as send } from "#renderer/data/client.ts";
import { Failure } from "#renderer/data/failure.ts";
import type { Step, Steps } from "#engine/documents/steps.ts";
import { keepTokens } from "#renderer/session/session.ts";
import type { Action, ActionContext } from "#renderer/runtime/action.ts";
import { evaluateValues } from "#renderer/runtime/evaluate-values.ts";

interface TokensAnswer {
  accessToken?: unknown;
  refreshToken?: unknown;
  refreshTokenExpiresIn?: unknown;
}

/** An answer that holds tokens hands them to the session; no document sees them. */
function takeTokens(answer: unknown): unknown {
  const { accessToken, refreshToken, refreshTokenExpiresIn, ...rest } = (answer ?? {}) as TokensAnswer;
  if (typeof accessToken !== "string" || typeof refreshToken !== "string") return answer;
  keepTokens({ accessToken, refreshToken, refreshTokenExpiresIn: Number(refreshTokenExpiresIn ?? 3600) });
  return rest;
}

export const call: Action = async (step, context) => {
  const done = callAndRefresh(step, context);
  if (step["aside"] !== true) return done;
  done.catch((error: unknown) => console.warn("A call that nobody waits for failed", error));
};

async function callAndRefresh(step: Step, context: ActionContext): Promise<void> {
  const id = step["call"] as OperationId;
  const args = evaluateValues(step["with"], context.scope());
  const line = { operation: id, from: context.row, ...(step["aside"] === true && { aside: true }) };
  let result: unknown;
  try {
    result = takeTokens(await send(id, args));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const failure = {
      code: error.code,
      status: error.status,
      message: error.message,
      data: error.data,
      retryAfterSeconds: error.retryAfterSeconds,
      fields: error.fields,
      operation: id,
    };
    context.trace({ ...line, outcome: "failed" }, { failure });
    if (step["failed"] === undefined) throw error;
    return context.goOn(step["failed"] as Steps | string, "failed", context, { failure });
  }
  context.trace({ ...line, outcome: "answered" });
  const { changes = [], fills } = getOperation(id);
  await context.refresh(fills ? [...changes, fills] : changes);
  if (step["then"] !== undefined) await context.goOn(step["then"] as Steps | string, "then", context, { result });
}
