import type { State } from "#engine/api/states.ts";
import type { Text } from "#engine/documents/text.ts";
import { isTrue } from "#engine/rules/evaluate.ts";
import type { Scope } from "#engine/rules/evaluate.ts";

/** How a state looks in lists; lower `priority` comes first (spec §4 List sort priority). */
export interface StateLook {
  readonly tag: Text;
  readonly tone: "neutral" | "info" | "success" | "warning" | "danger";
  readonly priority: number;
}

/** One allowed move. `by` is an operation or provider, job, support, sandbox; `unless` names rules that forbid it. */
export interface Transition {
  readonly of: "transaction" | "item";
  readonly from: readonly string[];
  readonly to: string;
  readonly by: string | readonly string[];
  readonly unless?: readonly string[];
}

/** Content of catalogues/states (decisions D-24, D-34). */
export interface States {
  readonly states: Readonly<Record<string, StateLook>>;
  readonly transitions: readonly Transition[];
}

/** A move that somebody wants to make. */
export interface Move {
  readonly of: Transition["of"];
  readonly from: string;
  readonly to: string;
  readonly by: string;
}

/** The transition that allows a move, whatever its `unless` says; undefined means 409. */
export function findTransition({ transitions }: Pick<States, "transitions">, move: Move): Transition | undefined {
  return transitions.find(({ of, from, to, by }) =>
    of === move.of && to === move.to && from.includes(move.from) && (typeof by === "string" ? by === move.by : by.includes(move.by)));
}

/** The first rule of `unless` that holds: the reason of the 409. A scope without that rule throws RuleError. */
export function findRefusal({ unless = [] }: Pick<Transition, "unless">, scope: Scope): string | undefined {
  return unless.find((rule) => isTrue({ rule }, scope));
}

/** Every allowed pair of states, once: what the database's trigger knows (reliability rule 10). */
export function toEdges({ transitions }: Pick<States, "transitions">): { of: Transition["of"]; from: string; to: string }[] {
  const edges = transitions.flatMap(({ of, from, to }) => from.map((start) => ({ of, from: start, to })));
  return [...new Map(edges.map((edge) => [`${edge.of} ${edge.from} ${edge.to}`, edge])).values()];
}

const submissionOrder: readonly State[] = ["INSUFFICIENT_DATA", "FAILED", "IN_PROGRESS", "SUBMITTED", "DATA_SAVED", "COMPLETED"];

/** The state of an entry with these submissions: the first present, NOT_INITIALIZED without any (decisions §6 Entry). */
export function deriveItemState(submissionStates: readonly State[]): State {
  return submissionOrder.find((state) => submissionStates.includes(state)) ?? "NOT_INITIALIZED";
}

/** What of an entry decides the transaction's state. */
export interface ItemState {
  readonly state: State;
  readonly markedAsSkip: boolean;
}

const open: readonly State[] = ["PENDING", "READY_TO_SUBMIT"];
const submitted: readonly State[] = ["IN_PROGRESS", "INSUFFICIENT_DATA"];

/**
 * The state that a transaction's items put it in (D-24). Before submission: READY_TO_SUBMIT or PENDING.
 * After: INSUFFICIENT_DATA while one waits for the candidate, IN_PROGRESS while one is being verified,
 * then FAILED if one failed, else COMPLETED. Beginning, submitting, closing and refunding are no one's
 * to derive: from any other state the answer is that state. It is one allowed step: INSUFFICIENT_DATA
 * ends through IN_PROGRESS, so derive again after a step.
 */
export function deriveTransactionState(items: readonly ItemState[], current: State): State {
  if (open.includes(current)) return items.some(isRemaining) ? "PENDING" : "READY_TO_SUBMIT";
  if (!submitted.includes(current)) return current;
  const states = items.filter((item) => !item.markedAsSkip).map((item) => item.state);
  if (states.includes("INSUFFICIENT_DATA")) return "INSUFFICIENT_DATA";
  if (states.some((state) => state === "IN_PROGRESS" || state === "SUBMITTED" || state === "DATA_SAVED")) return "IN_PROGRESS";
  if (current === "INSUFFICIENT_DATA") return "IN_PROGRESS";
  return states.includes("FAILED") ? "FAILED" : "COMPLETED";
}

/** Done means COMPLETED, literally (spec §4 Derived flags, D-25). */
export function isDone({ state }: ItemState): boolean {
  return state === "COMPLETED";
}

/** Still to be filled in: not begun and not skipped (spec §4). */
export function isRemaining({ state, markedAsSkip }: ItemState): boolean {
  return state === "NOT_INITIALIZED" && !markedAsSkip;
}

/** Skipped or begun (spec §4). */
export function isProceeded(item: ItemState): boolean {
  return !isRemaining(item);
}

/** May be marked as skipped: allowed for it, not done, not yet submitted (decisions §6 mark-as-skip). */
export function isSkippable(item: ItemState & { readonly skipAllowed: boolean }, transactionState: State): boolean {
  return item.skipAllowed && isOpen(transactionState) && (item.state === "NOT_INITIALIZED" || item.state === "DATA_SAVED");
}

/** Before submission: the candidate may still add, change and skip (D-32). */
export function isOpen(transactionState: State): boolean {
  return transactionState === "NOT_INITIALIZED" || open.includes(transactionState);
}
