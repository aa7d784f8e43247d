import { asc, eq } from "drizzle-orm";
import type { Evaluation, History, State } from "#engine/api/states.ts";
import type { TxnInfo } from "#engine/api/transaction-info.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { stateLedger } from "#server/platform/store/tables/transactions.ts";
import type { LoadedTransaction } from "./rows.ts";

/** What the ledger calls the evaluation, where it has the name of a verification or submission else. */
const evaluationItem = "#evaluation";

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

/** A transaction on the wire with when each of its states was entered. Rules that guard it never need that, so it is added last. */
export async function withHistory(db: Queryable, info: TxnInfo, { items }: LoadedTransaction): Promise<TxnInfo> {
  const moves = await readMoves(db, info.txnId);
  const entries = items.flatMap(({ name, submissions }) => {
    const entry = info.verificationList[name];
    if (!entry) return [];
    const history = toHistory(moves, name, ...submissions.map(({ subType }) => subType));
    return [[name, { ...entry, history }] as const];
  });
  const evaluated = moves.filter(({ item }) => item === evaluationItem);
  return {
    ...info,
    history: toHistory(moves, null),
    evaluation: {
      ...info.evaluation,
      history: evaluated.map(({ state, at }) => ({ state: state as Evaluation["state"], at })),
    },
    verificationList: Object.fromEntries(entries),
  };
}
