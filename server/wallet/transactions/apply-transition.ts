import { and, eq, inArray } from "drizzle-orm";
import type { State } from "#engine/core/definitions/states.ts";
import { deriveTransactionState } from "#engine/core/transaction/state-machine.ts";
import { WalletError } from "#server/errors.ts";
import { setTransitionCause } from "#server/platform/ledger-cause.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { submissions, transactions } from "#server/platform/store/tables/transactions.ts";
import type { TransitionActor } from "#engine/core/definitions/states-catalogue.ts";
import { enqueueDeliveries } from "../steps/evaluation.ts";
import { announceTransition, decisionHoldSeconds, type AnnouncementServices } from "./announcements.ts";
import { isAllowed } from "./guard.ts";
import { assertNoOpenOrder, toPaidContent, withoutOpenOrder } from "./open-order.ts";
import {
  loadTransaction,
  lockTransaction,
  type LoadedTransaction,
  type TransactionKeys,
  type TransactionRow,
} from "./load.ts";

export { setTransitionCause };

/** Services that a transition needs. */
export type TransitionServices = AnnouncementServices;

/** Columns that a transition sets beside the state. */
export type TransitionChanges = Partial<
  Pick<
    TransactionRow,
    | "submittedAt"
    | "holderName"
    | "expectedMin"
    | "expectedMax"
    | "evaluationState"
    | "express"
    | "activeAt"
    | "remindersSent"
  >
>;

/**
 * Runs `change` on the candidate's locked transaction, then syncs its state with its items. → the changed transaction.
 * When an open order pays for what changes, the order is cancelled and `change` runs again. Throws 404 (code 104) and
 * the errors of `change`; then nothing has changed.
 */
export function changeTransaction(
  services: TransitionServices & Pick<Services, "db" | "releaseOrder">,
  candidateId: string,
  keys: TransactionKeys,
  by: string,
  change: (tx: Queryable, loaded: LoadedTransaction) => Promise<void>,
): Promise<LoadedTransaction> {
  return withoutOpenOrder(services, () =>
    transact(services.db, async (tx) => {
      await setTransitionCause(tx, by);
      const loaded = await lockTransaction(tx, candidateId, keys);
      const before = toPaidContent(loaded);
      await change(tx, loaded);
      const changed = await syncTransactionState(tx, loaded.row.id, services);
      if (toPaidContent(changed) !== before) await assertNoOpenOrder(tx, loaded.row.id);
      return changed;
    }),
  );
}

/** One conditional update; the row count decides. Throws 409 (code 109) when the state has changed since. */
export async function applyTransition(
  tx: Queryable,
  row: Pick<TransactionRow, "id" | "state">,
  to: State,
  now: Date,
  changes: TransitionChanges = {},
): Promise<void> {
  const updated = await tx
    .update(transactions)
    .set({ state: to, updatedAt: now, ...changes })
    .where(and(eq(transactions.id, row.id), eq(transactions.state, row.state)))
    .returning({ id: transactions.id });
  if (updated.length === 0) throw stateConflict(row.state, "state");
}

/** Moves the named submissions from one state to another where the guard allows it; → the moved ones. */
export async function applySubmissionTransitions(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: Pick<Services, "config">,
  { by, subTypes, from, to }: { by: TransitionActor; subTypes: readonly string[]; from: State; to: State },
): Promise<string[]> {
  const allowed: string[] = [];
  for (const item of loaded.items) {
    for (const submission of item.submissions.filter(({ subType }) => subTypes.includes(subType))) {
      const question = { by, item, submission: { ...submission, state: from }, to };
      if (isAllowed(loaded, services, question)) allowed.push(submission.subType);
    }
  }
  if (allowed.length === 0) return [];
  const updated = await tx
    .update(submissions)
    .set({ state: to, updatedAt: loaded.now })
    .where(
      and(
        eq(submissions.transactionId, loaded.row.id),
        inArray(submissions.subType, allowed),
        eq(submissions.state, from),
      ),
    )
    .returning({ subType: submissions.subType });
  return updated.map((row) => row.subType);
}

/**
 * Reads a transaction again and applies the transition that its items imply, where the guard allows it. `isHeld`: what
 * leaves because of it waits, so that the decision can be undone.
 */
export async function syncTransactionState(
  tx: Queryable,
  txnId: string,
  services: TransitionServices,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<LoadedTransaction> {
  const loaded = await loadTransaction(tx, txnId);
  const state = deriveTransactionState(loaded.items, loaded.row.state);
  if (state === loaded.row.state) return loaded;
  if (!isAllowed(loaded, services, { by: "items", to: state })) return loaded;
  await applyTransition(tx, loaded.row, state, loaded.now);
  const updated = { ...loaded, row: { ...loaded.row, state, updatedAt: loaded.now } };
  await announceTransition(tx, updated, services, { isHeld });
  if (state === "COMPLETED")
    await enqueueDeliveries(tx, updated, services, { afterSeconds: isHeld ? decisionHoldSeconds : 0 });
  return updated;
}

/** Restarts the idle time until closing, reminders included. */
export const restartIdleClock = (now: Date): Pick<TransactionRow, "activeAt" | "remindersSent"> => ({
  activeAt: now,
  remindersSent: 0,
});

/** Records an action of the candidate, which restarts the idle time. */
export async function recordActivity(tx: Queryable, txnId: string, now: Date): Promise<void> {
  await tx
    .update(transactions)
    .set({ ...restartIdleClock(now), updatedAt: now })
    .where(eq(transactions.id, txnId));
}

/** Restarts the idle time when the candidate is next, so that the verifier's time does not count. */
export async function resetIdleClock(tx: Queryable, txnId: string, now: Date): Promise<void> {
  await tx.update(transactions).set(restartIdleClock(now)).where(eq(transactions.id, txnId));
}

/** 409 (code 109): the state does not allow the change. */
export function stateConflict(state: State, reason: string): WalletError {
  return new WalletError("stateConflict", { data: { state, reason } });
}
