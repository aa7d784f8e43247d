import type { Evaluation, History } from "#engine/core/definitions/state-schemas.ts";
import type { State } from "#engine/core/definitions/states.ts";
import type { RowOf } from "#server/platform/store/json-rows.ts";
import { stateLedger } from "#server/platform/store/tables/ledgers.ts";

/** The ledger's item name for the evaluation; no verification has this name. */
export const evaluationItem = "#evaluation";

/** A transition in the ledger; `item` is null for the transaction itself. */
export interface RecordedTransition {
  item: string | null;
  state: string;
  at: string;
}

/** Columns to read of a transition. */
export const transitionColumns = {
  item: stateLedger.item,
  toState: stateLedger.toState,
  movedAt: stateLedger.movedAt,
} as const;

export const toRecordedTransitions = (rows: readonly RowOf<typeof transitionColumns>[]): RecordedTransition[] =>
  rows.map(({ item, toState, movedAt }) => ({ item, state: toState, at: movedAt.toISOString() }));

/** The states that these items entered: the transaction (null), a verification or a submission by name. */
export const toHistory = (moves: readonly RecordedTransition[], ...items: (string | null)[]): History =>
  moves.filter(({ item }) => items.includes(item)).map(({ state, at }) => ({ state: state as State, at }));

/** The states of the evaluation, with times. */
export const toEvaluationHistory = (moves: readonly RecordedTransition[]): NonNullable<Evaluation["history"]> =>
  moves
    .filter(({ item }) => item === evaluationItem)
    .map(({ state, at }) => ({ state: state as Evaluation["state"], at }));
