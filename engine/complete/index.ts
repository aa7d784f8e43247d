/*
 * What wallets leave unsaid, by operation: another organisation's wallet answers the fields that wallets share, and a page
 * reads more. Each function takes what was said and what was asked for, and gives what the contract of the operation says;
 * what is said stays as it is said. One more: its function in a file beside this one, and a line here.
 */
import type { Data } from "#engine/api/contracts.ts";
import type { OperationId } from "#engine/api/operations.ts";
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
import type { Asked } from "./said.ts";
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
} as const satisfies { [Id in OperationId]?: (said: never, asked: Asked) => Data<Id> };

/** An answer as its contract says, from what any wallet said; one of an operation that is not listed stays as it is. */
export function completeAnswer(operation: OperationId, said: unknown, asked: Asked): unknown {
  if (!Object.hasOwn(completions, operation)) return said;
  const complete = completions[operation as keyof typeof completions] as (said: object, asked: Asked) => unknown;
  return complete((said ?? {}) as object, asked);
}
