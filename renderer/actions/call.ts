import type { AppOperationId } from "#engine/contract/all-operations.ts";
import { call as send } from "#renderer/data/client.ts";
import { Failure } from "#renderer/data/failure.ts";
import { findQuestion } from "#renderer/data/handle-failure.ts";
import { getOperation } from "#renderer/data/operations.ts";
import type { Step, Steps } from "#engine/core/definitions/steps.ts";
import { interrupt } from "#renderer/session/interruption.ts";
import { SessionEndedError } from "#renderer/session/session-signal.ts";
import { openCookieSession, storeTokens } from "#renderer/session/session.ts";
import type { Action, ActionContext } from "#renderer/runtime/action.ts";
import { evaluateValues } from "#renderer/runtime/evaluate-values.ts";

interface TokensAnswer {
  accessToken?: unknown;
  refreshToken?: unknown;
  refreshTokenExpiresIn?: unknown;
}

/** Passes the tokens of an answer to the session, so that no definition sees them. */
function extractTokens(answer: unknown): unknown {
  const { accessToken, refreshToken, refreshTokenExpiresIn, ...rest } = (answer ?? {}) as TokensAnswer;
  if (typeof accessToken !== "string" || typeof refreshToken !== "string") return answer;
  storeTokens({ accessToken, refreshToken, refreshTokenExpiresIn: Number(refreshTokenExpiresIn ?? 3600) });
  return rest;
}

/**
 * Sends a call. Where catalogues/failures answers its failure with a question, asks and repeats the call. Throws the
 * failure when the user gives no answer.
 */
async function sendOrAsk(
  id: AppOperationId,
  args: Record<string, unknown>,
  { config, isCancelled }: ActionContext,
): Promise<unknown> {
  for (;;) {
    try {
      return await send(id, args);
    } catch (error) {
      const question = error instanceof Failure ? findQuestion(error, config) : undefined;
      if (!question) throw error;
      const isAnswered = await interrupt(question);
      if (isAnswered === undefined) throw new SessionEndedError();
      if (!isAnswered || isCancelled()) throw error;
    }
  }
}

export const call: Action = async (step, context) => {
  const promise = callAndRefresh(step, context);
  if (step["background"] !== true) return promise;
  promise.catch((error: unknown) => console.warn("A background call failed", error));
};

async function callAndRefresh(step: Step, context: ActionContext): Promise<void> {
  const id = step["call"] as AppOperationId;
  const args = evaluateValues(step["with"], context.scope());
  const line = { operation: id, from: context.rowPath, ...(step["background"] === true && { background: true }) };
  let result: unknown;
  try {
    result = extractTokens(await (step["background"] === true ? send(id, args) : sendOrAsk(id, args, context)));
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
    return context.continueWith(step["failed"] as Steps | string, "failed", context, { failure });
  }
  context.trace({ ...line, outcome: "answered" });
  const { invalidates = [], fills, opensSession } = getOperation(id);
  if (opensSession) openCookieSession();
  await context.refresh(fills ? [...invalidates, fills] : invalidates);
  if (step["then"] !== undefined)
    await context.continueWith(step["then"] as Steps | string, "then", context, { result });
}
