import type { Queryable } from "../store/database.ts";
import { moveSubmissions, moveTransaction, setMovedBy, settle, stateConflict, type SettleServices } from "./moves.ts";
import { lockTransactionById, type LoadedTransaction } from "./rows.ts";
import { addWorkingDays } from "./working-days.ts";

/** Spec §9 Timing: 5 to 14 working days after submission and payment. */
const fewestDays = 5;
const mostDays = 14;

/**
 * Hands a transaction that is READY_TO_SUBMIT to the verifier: its submissions go SUBMITTED, then IN_PROGRESS, an end is
 * promised, the evaluation is asked for. `by` is the operation or payment that does it. Throws 409 in any other state.
 */
export async function submitTransaction(tx: Queryable, loaded: LoadedTransaction, by: string, services: SettleServices, express = false): Promise<LoadedTransaction> {
  const { row, now, items } = loaded;
  if (row.state !== "READY_TO_SUBMIT") throw stateConflict(row.state, "state");
  await setMovedBy(tx, by);
  await moveTransaction(tx, row, "IN_PROGRESS", now, {
    submittedAt: now,
    express,
    activeAt: now,
    expectedMin: addWorkingDays(now, fewestDays),
    expectedMax: addWorkingDays(now, mostDays),
    evaluationState: "evaluationRequested",
  });
  const subTypes = items.filter((item) => !item.markedAsSkip).flatMap((item) => item.submissions.map((submission) => submission.subType));
  await moveSubmissions(tx, row.id, subTypes, ["DATA_SAVED"], "SUBMITTED", now);
  await moveSubmissions(tx, row.id, subTypes, ["SUBMITTED"], "IN_PROGRESS", now);
  return settle(tx, row.id, services);
}

/** As `submitTransaction`, by id: for a payment that succeeded. Undefined when there is no such transaction. */
export async function submitTransactionById(tx: Queryable, txnId: string, by: string, services: SettleServices, express = false): Promise<LoadedTransaction | undefined> {
  const loaded = await lockTransactionById(tx, txnId);
  if (!loaded) return undefined;
  return submitTransaction(tx, loaded, by, services, express);
}
