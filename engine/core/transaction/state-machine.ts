import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { openStates, type State } from "#engine/core/definitions/states.ts";

/** Content of catalogues/states. */
export type States = Pick<DefinitionOf<"states">, "states" | "transitions" | "otherwise" | "timeline">;
/** How lists display a state; a lower `priority` comes first. */
export type StateDisplay = States["states"][string];
/** One row of the catalogue: an allowed transition, its actor, and the rules that forbid it. */
export type Transition = States["transitions"][number];

/** Returns every allowed pair of states once, for the database trigger. */
export function toEdges({
  transitions,
}: Pick<States, "transitions">): { of: Transition["of"]; from: State; to: State }[] {
  const edges = transitions.flatMap(({ of, from, to }) =>
    to === undefined || from === "any" ? [] : from.map((start) => ({ of, from: start, to })),
  );
  return [...new Map(edges.map((edge) => [`${edge.of} ${edge.from} ${edge.to}`, edge])).values()];
}

const submissionOrder: readonly State[] = [
  "INSUFFICIENT_DATA",
  "FAILED",
  "IN_PROGRESS",
  "SUBMITTED",
  "DATA_SAVED",
  "COMPLETED",
];

/** Derives the state of a verification from its submissions: the first present, NOT_INITIALIZED without any. */
export function deriveItemState(submissionStates: readonly State[]): State {
  return submissionOrder.find((state) => submissionStates.includes(state)) ?? "NOT_INITIALIZED";
}

/** The part of a verification that decides the transaction's state. */
export interface ItemState {
  readonly state: State;
  readonly markedAsSkip: boolean;
}

const open: readonly State[] = ["PENDING", "READY_TO_SUBMIT"];
const submitted: readonly State[] = ["IN_PROGRESS", "INSUFFICIENT_DATA"];

/**
 * Derives the state of a transaction from its verifications. Before submission: READY_TO_SUBMIT or PENDING. After it:
 * INSUFFICIENT_DATA while one waits for the candidate, IN_PROGRESS while one is being verified, then FAILED if one
 * failed, else COMPLETED. Any other state stays. The result is one allowed step: INSUFFICIENT_DATA ends through
 * IN_PROGRESS, so derive again after a step.
 */
export function deriveTransactionState(items: readonly ItemState[], current: State): State {
  if (open.includes(current)) return items.some(isRemaining) ? "PENDING" : "READY_TO_SUBMIT";
  if (!submitted.includes(current)) return current;
  const states = items.filter((item) => !item.markedAsSkip).map((item) => item.state);
  if (states.includes("INSUFFICIENT_DATA")) return "INSUFFICIENT_DATA";
  if (states.some((state) => state === "IN_PROGRESS" || state === "SUBMITTED" || state === "DATA_SAVED"))
    return "IN_PROGRESS";
  if (current === "INSUFFICIENT_DATA") return "IN_PROGRESS";
  return states.includes("FAILED") ? "FAILED" : "COMPLETED";
}

/** Returns whether a verification is COMPLETED; a submitted one is not done yet. */
export function isDone({ state }: ItemState): boolean {
  return state === "COMPLETED";
}

/** Returns whether a verification is neither begun nor skipped. */
export function isRemaining({ state, markedAsSkip }: ItemState): boolean {
  return state === "NOT_INITIALIZED" && !markedAsSkip;
}

/** Returns whether a verification is begun or skipped. */
export function isProceeded(item: ItemState): boolean {
  return !isRemaining(item);
}

/** The state of a verification in the rows of catalogues/states: SKIPPED when skipped, with or without submissions. */
export function toItemState({ state, markedAsSkip }: ItemState): State {
  return markedAsSkip ? "SKIPPED" : state;
}

/** Returns whether a transaction is before submission, so that the candidate may add, change and skip. */
export function isOpen(transactionState: State): boolean {
  return openStates.includes(transactionState);
}
