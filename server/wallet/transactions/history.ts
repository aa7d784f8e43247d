import { asc, eq } from "drizzle-orm";
import type { Evaluation, History, State } from "#engine/api/states.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { stateLedger } from "#server/platform/store/tables/transactions.ts";

/** What the ledger calls the evaluation, where it has the name of a verification or submission else. */
export const evaluationItem = "#evaluation";

/** A move as the ledger has it; `item` is null for the transaction itself. */
export interface Move {
  item: string | null;
  state: string;
  at: string;
}

/** Every move of a transaction, of its verifications and of its submissions, oldest first. */
export async function readMoves(db: Queryable, txnId: string): Promise<Move[]> {
  const rows = await db
    .select({ item: stateLedger.item, state: stateLedger.toState, at: stateLedger.movedAt })
    .from(stateLedger)
    .where(eq(stateLedger.transactionId, txnId))
    .orderBy(asc(stateLedger.id));
  return rows.map(({ item, state, at }) => ({ item, state, at: at.toISOString() }));
}

/** The states that one of them entered: the transaction (null), a verification or a submission by its name. */
export const toHistory = (moves: readonly Move[], ...items: (string | null)[]): History =>
  moves.filter(({ item }) => items.includes(item)).map(({ state, at }) => ({ state: state as State, at }));

/** How far the evaluation got, and when. */
export const toEvaluationHistory = (moves: readonly Move[]): NonNullable<Evaluation["history"]> =>
  moves
    .filter(({ item }) => item === evaluationItem)
    .map(({ state, at }) => ({ state: state as Evaluation["state"], at }));
