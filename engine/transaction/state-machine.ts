import type { State } from "#engine/api/states.ts";
import type { DocumentOf } from "#engine/documents/document-of.ts";

/** Content of catalogues/states. */
export type States = Pick<DocumentOf<"states">, "states" | "transitions" | "otherwise" | "timeline">;
/** How a state looks in lists; lower `priority` comes first. */
export type StateLook = States["states"][string];
/** One row of the catalogue: what is allowed, by whom, and which rules forbid it. */
export type Transition = States["transitions"][number];

/** Every allowed pair of states, once: what the database's trigger knows. */
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

/** The state of an entry with these submissions: the first present, NOT_INITIALIZED without any. */
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

/** Before submission: what is given may still change. */
const openStates: readonly State[] = ["NOT_INITIALIZED", ...open];
/** Something is still to come: asked for again, such a transaction is the one that opens. */
export const runningStates: readonly State[] = [...openStates, "DATA_SAVED", "SUBMITTED", ...submitted];

/**
 * The state that a transaction's items put it in. Before submission: READY_TO_SUBMIT or PENDING.
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
  if (states.some((state) => state === "IN_PROGRESS" || state === "SUBMITTED" || state === "DATA_SAVED"))
    return "IN_PROGRESS";
  if (current === "INSUFFICIENT_DATA") return "IN_PROGRESS";
  return states.includes("FAILED") ? "FAILED" : "COMPLETED";
}

/** Done means COMPLETED, literally: what is only given is not done yet. */
export function isDone({ state }: ItemState): boolean {
  return state === "COMPLETED";
}

/** Still to be filled in: not begun and not skipped. */
export function isRemaining({ state, markedAsSkip }: ItemState): boolean {
  return state === "NOT_INITIALIZED" && !markedAsSkip;
}

/** Skipped or begun. */
export function isProceeded(item: ItemState): boolean {
  return !isRemaining(item);
}

/** The state of a verification as the rows of catalogues/states name it: a skipped one is SKIPPED, whatever was given for it. */
export function toItemState({ state, markedAsSkip }: ItemState): State {
  return markedAsSkip ? "SKIPPED" : state;
}

/** Before submission: the candidate may still add, change and skip. */
export function isOpen(transactionState: State): boolean {
  return openStates.includes(transactionState);
}
