import { and, eq, inArray, sql } from "drizzle-orm";
import type { State } from "#engine/api/states.ts";
import { deriveTransactionState } from "#engine/transaction/state-machine.ts";
import { WalletError } from "../errors.ts";
import { transact, type Queryable } from "../store/database.ts";
import type { Services } from "../services.ts";
import { submissions, transactions } from "../store/tables/transactions.ts";
import { announceMove } from "./announcements.ts";
import { load, lockTransaction, type LoadedTransaction, type TransactionKeys, type TransactionRow } from "./rows.ts";

/** What following a move takes: messages leave through the outbox, in the names of the organisation. */
export type SettleServices = Pick<Services, "outbox" | "config" | "settings">;

/** What a move sets beside the state. */
export type MoveChanges = Partial<Pick<TransactionRow, "submittedAt" | "expectedMin" | "expectedMax" | "evaluationState" | "express" | "activeAt" | "remindersSent">>;

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

/** One conditional move; the row count decides (reliability rule 4). Throws 409 (code 109) when the state is another by now. */
export async function moveTransaction(tx: Queryable, row: Pick<TransactionRow, "id" | "state">, to: State, now: Date, changes: MoveChanges = {}): Promise<void> {
  const moved = await tx
    .update(transactions)
    .set({ state: to, updatedAt: now, ...changes })
    .where(and(eq(transactions.id, row.id), eq(transactions.state, row.state)))
    .returning({ id: transactions.id });
  if (moved.length === 0) throw stateConflict(row.state, "state");
}

/** Moves submissions of a transaction that stand in one of `from`; → their subTypes. */
export async function moveSubmissions(tx: Queryable, txnId: string, subTypes: readonly string[], from: readonly State[], to: State, now: Date): Promise<string[]> {
  if (subTypes.length === 0) return [];
  const moved = await tx
    .update(submissions)
    .set({ state: to, updatedAt: now })
    .where(and(eq(submissions.transactionId, txnId), inArray(submissions.subType, [...subTypes]), inArray(submissions.state, [...from])))
    .returning({ subType: submissions.subType });
  return moved.map((row) => row.subType);
}

/** Reads a transaction anew and, where its items put it in another state, moves it there (D-24). */
export async function settle(tx: Queryable, txnId: string, services: SettleServices): Promise<LoadedTransaction> {
  const [row] = await tx.select().from(transactions).where(eq(transactions.id, txnId));
  const loaded = await load(tx, row!);
  const state = deriveTransactionState(loaded.items, loaded.row.state);
  if (state === loaded.row.state) return loaded;
  const changes = toMoveChanges(loaded, state);
  await moveTransaction(tx, loaded.row, state, loaded.now, changes);
  const moved = { ...loaded, row: { ...loaded.row, ...changes, state, updatedAt: loaded.now } };
  await announceMove(tx, moved, services);
  return moved;
}

/** Verified documents go to the evaluation partner, where there is one (spec §4 Evaluation states). */
function toMoveChanges({ row, documents }: LoadedTransaction, state: State): MoveChanges {
  return state === "COMPLETED" && documents.request(row.formId).evaluation ? { evaluationState: "documentSent" } : {};
}

/** The candidate gave something: the 30 days of D-33 begin again. */
export async function touch(tx: Queryable, txnId: string, now: Date): Promise<void> {
  await tx.update(transactions).set({ activeAt: now, updatedAt: now, remindersSent: 0 }).where(eq(transactions.id, txnId));
}

/** 409 (code 109): the state does not allow it; `remaining` names what is still to be done. */
export function stateConflict(state: State, reason: string, options: { remaining?: readonly string[]; message?: string } = {}): WalletError {
  const { remaining, message } = options;
  return new WalletError("stateConflict", {
    ...(message !== undefined && { message }),
    data: { state, reason, ...(remaining && remaining.length > 0 && { remaining }) },
  });
}
