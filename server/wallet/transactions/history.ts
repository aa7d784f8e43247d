import type { Evaluation, History, State } from "#engine/api/states.ts";
import type { RowOf } from "#server/platform/store/nested.ts";
import { stateLedger } from "#server/platform/store/tables/ledgers.ts";

/** What the ledger calls the evaluation, where it has the name of a verification or submission else. */
export const evaluationItem = "#evaluation";

/** A move as the ledger has it; `item` is null for the transaction itself. */
export interface Move {
  item: string | null;
  state: string;
  at: string;
}

/** What of a move is read. */
export const moveColumns = {
  item: stateLedger.item,
  toState: stateLedger.toState,
  movedAt: stateLedger.movedAt,
} as const;

export const toMoves = (rows: readonly RowOf<typeof moveColumns>[]): Move[] =>
  rows.map(({ item, toState, movedAt }) => ({ item, state: toState, at: movedAt.toISOString() }));

/** The states that one of them entered: the transaction (null), a verification or a submission by its name. */
export const toHistory = (moves: readonly Move[], ...items: (string | null)[]): History =>
  moves.filter(({ item }) => items.includes(item)).map(({ state, at }) => ({ state: state as State, at }));

/** How far the evaluation got, and when. */
export const toEvaluationHistory = (moves: readonly Move[]): NonNullable<Evaluation["history"]> =>
  moves
    .filter(({ item }) => item === evaluationItem)
    .map(({ state, at }) => ({ state: state as Evaluation["state"], at }));
