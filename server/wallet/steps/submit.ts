import type { TransitionActor } from "#engine/core/definitions/states-catalogue.ts";
import { toHolderName } from "#server/accounts/profile/profile.ts";
import { findLimits } from "#server/config/limits.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { isAllExpress } from "../transactions/cart.ts";
import {
  restartIdleClock,
  applySubmissionTransitions,
  applyTransition,
  setTransitionCause,
  syncTransactionState,
  type TransitionServices,
} from "../transactions/apply-transition.ts";
import type { LoadedTransaction } from "../transactions/load.ts";
import { listForConsole } from "../verifier/find-system.ts";
import { addWorkingDays } from "./working-days.ts";

/**
 * Submits a transaction to the verifier. Its submissions become SUBMITTED, then IN_PROGRESS. Sets the expected
 * completion and the holder name, and requests the evaluation. `by` is the operation or payment that submits; its guard
 * has already passed.
 */
export async function submitTransaction(
  tx: Queryable,
  loaded: LoadedTransaction,
  by: TransitionActor,
  services: TransitionServices,
  express = false,
): Promise<LoadedTransaction> {
  const { row, now, items } = loaded;
  const expressDays = express && isAllExpress(loaded) ? findExpressDays(loaded) : undefined;
  const promised = expressDays ?? findLimits(services.config)?.verifiedWithinWorkingDays;
  await setTransitionCause(tx, by);
  await applyTransition(tx, row, "IN_PROGRESS", now, {
    submittedAt: now,
    holderName: toHolderName(loaded.profile),
    express,
    ...restartIdleClock(now),
    ...(promised && {
      expectedMin: addWorkingDays(now, promised.least),
      expectedMax: addWorkingDays(now, promised.most),
    }),
    evaluationState: "evaluationRequested",
  });
  const subTypes = items
    .filter((item) => !item.markedAsSkip)
    .flatMap((item) => item.submissions.map((submission) => submission.subType));
  const submitted: LoadedTransaction = { ...loaded, row: { ...row, state: "IN_PROGRESS" } };
  const common = { by: "transaction", subTypes } as const;
  await applySubmissionTransitions(tx, submitted, services, { ...common, from: "DATA_SAVED", to: "SUBMITTED" });
  await applySubmissionTransitions(tx, submitted, services, {
    ...common,
    // A system has its submissions once it has accepted them.
    subTypes: listForConsole(submitted, services.config),
    from: "SUBMITTED",
    to: "IN_PROGRESS",
  });
  return syncTransactionState(tx, row.id, services);
}

const findExpressDays = ({ definitions, row }: LoadedTransaction) =>
  definitions.request(row.formId).evaluation?.expressWithinWorkingDays;
