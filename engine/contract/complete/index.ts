/*
 * Completes the answers of other organisations' wallets, by operation. Such a wallet answers only the fields that
 * wallets share; a page reads more. Each function takes the answer and the call, and returns what the contract
 * requires. To add one: a function in a file of this folder, and a line here.
 */
import type { Data } from "#engine/contract/contracts.ts";
import type { OperationId } from "#engine/contract/operations.ts";
import {
  completeCredentials,
  completeForms,
  completeNotifications,
  completePoll,
  completeQuestions,
  completeTransactions,
} from "./lists.ts";
import { completeDetection } from "./files.ts";
import { completeBill, completeHistory } from "./orders.ts";
import type { CallContext } from "./call-context.ts";
import { completeTransaction } from "./transaction.ts";
import { completeVerification } from "./verification.ts";

export const completions = {
  "transactions.info": completeTransaction,
  "transactions.list": completeTransactions,
  "forms.public": completeForms,
  "verifications.info": completeVerification,
  "questions.list": completeQuestions,
  "payments.info": completeBill,
  "payments.history": completeHistory,
  "payments.poll": completePoll,
  "files.detect": completeDetection,
  "notifications.list": completeNotifications,
  "credentials.list": completeCredentials,
} as const satisfies { [Id in OperationId]?: (answer: never, call: CallContext) => Data<Id> };

/** Completes an answer by the contract of its operation. Answers of unlisted operations stay unchanged. */
export function completeAnswer(operation: OperationId, answer: unknown, call: CallContext): unknown {
  if (!Object.hasOwn(completions, operation)) return answer;
  const complete = completions[operation as keyof typeof completions] as (answer: object, call: CallContext) => unknown;
  return complete((answer ?? {}) as object, call);
}
