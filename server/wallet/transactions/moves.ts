import { and, eq, inArray, sql } from "drizzle-orm";
import type { State } from "#engine/api/states.ts";
import { deriveTransactionState } from "#engine/transaction/state-machine.ts";
import { WalletError } from "#server/errors.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { submissions, transactions } from "#server/platform/store/tables/transactions.ts";
import type { Doer } from "#engine/documents/states-catalogue.ts";
import { announceMove, type AnnounceServices } from "./announcements.ts";
import { isAllowed } from "./guard.ts";
import { load, lockTransaction, type LoadedTransaction, type TransactionKeys, type TransactionRow } from "./rows.ts";

/** What following a move takes. */
export type SettleServices = AnnounceServices;

/** What a move sets beside the state. */
export type MoveChanges = Partial<
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

/** The operation or job under which the ledger writes the moves of this database transaction. */
export async function setMovedBy(tx: Queryable, by: string): Promise<void> {
  await tx.execute(sql`select set_config('sanad.moved_by', ${by}, true)`);
}

/**
 * Runs `change` on the candidate's locked transaction, then puts its state in line with its items.
 * → the transaction as it is afterwards. Throws 404 (code 104) and whatever `change` throws; then nothing has changed.
 */
export function changeTransaction(
  services: SettleServices & Pick<Services, "db">,
  candidateId: string,
  keys: TransactionKeys,
  by: string,
  change: (tx: Queryable, loaded: LoadedTransaction) => Promise<void>,
): Promise<LoadedTransaction> {
  return transact(services.db, async (tx) => {
    await setMovedBy(tx, by);
    const loaded = await lockTransaction(tx, candidateId, keys);
    await change(tx, loaded);
    return settle(tx, loaded.row.id, services);
  });
}

/** One conditional move; the row count decides. Throws 409 (code 109) when the state is another by now. */
export async function moveTransaction(
  tx: Queryable,
  row: Pick<TransactionRow, "id" | "state">,
  to: State,
  now: Date,
  changes: MoveChanges = {},
): Promise<void> {
  const moved = await tx
    .update(transactions)
    .set({ state: to, updatedAt: now, ...changes })
    .where(and(eq(transactions.id, row.id), eq(transactions.state, row.state)))
    .returning({ id: transactions.id });
  if (moved.length === 0) throw stateConflict(row.state, "state");
}

/** Moves those submissions of a transaction that stand in `from` and may move; the others are left alone. → what moved. */
export async function moveSubmissions(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: Pick<Services, "config">,
  { by, subTypes, from, to }: { by: Doer; subTypes: readonly string[]; from: State; to: State },
): Promise<string[]> {
  const free: string[] = [];
  for (const item of loaded.items) {
    for (const submission of item.submissions.filter(({ subType }) => subTypes.includes(subType))) {
      const wish = { by, item, submission: { ...submission, state: from }, to };
      if (isAllowed(loaded, services, wish)) free.push(submission.subType);
    }
  }
  if (free.length === 0) return [];
  const moved = await tx
    .update(submissions)
    .set({ state: to, updatedAt: loaded.now })
    .where(
      and(
        eq(submissions.transactionId, loaded.row.id),
        inArray(submissions.subType, free),
        eq(submissions.state, from),
      ),
    )
    .returning({ subType: submissions.subType });
  return moved.map((row) => row.subType);
}

/** Reads a transaction anew and, where its items put it in another state and it may, moves it there. */
export async function settle(tx: Queryable, txnId: string, services: SettleServices): Promise<LoadedTransaction> {
  const loaded = await load(tx, txnId);
  const state = deriveTransactionState(loaded.items, loaded.row.state);
  if (state === loaded.row.state) return loaded;
  if (!isAllowed(loaded, services, { by: "items", to: state })) return loaded;
  const changes = toMoveChanges(loaded, state);
  await moveTransaction(tx, loaded.row, state, loaded.now, changes);
  const moved = { ...loaded, row: { ...loaded.row, ...changes, state, updatedAt: loaded.now } };
  await announceMove(tx, moved, services);
  return moved;
}

/** Verified documents go to the evaluation partner, where there is one. */
function toMoveChanges({ row, documents }: LoadedTransaction, state: State): MoveChanges {
  return state === "COMPLETED" && documents.request(row.formId).evaluation ? { evaluationState: "documentSent" } : {};
}

/** The days until an idle transaction is closed, from their beginning: its reminders begin again with them. */
export const fromNow = (now: Date): Pick<TransactionRow, "activeAt" | "remindersSent"> => ({
  activeAt: now,
  remindersSent: 0,
});

/** The candidate gave something, or is about to pay: the days until it is closed begin again. */
export async function touch(tx: Queryable, txnId: string, now: Date): Promise<void> {
  await tx
    .update(transactions)
    .set({ ...fromNow(now), updatedAt: now })
    .where(eq(transactions.id, txnId));
}

/** Somebody else is done with it and the candidate is next: nobody is closed out for the time that others took. */
export async function handBack(tx: Queryable, txnId: string, now: Date): Promise<void> {
  await tx.update(transactions).set(fromNow(now)).where(eq(transactions.id, txnId));
}

/** 409 (code 109): the state does not allow it. */
export function stateConflict(state: State, reason: string): WalletError {
  return new WalletError("stateConflict", { data: { state, reason } });
}
