import { openStates, type State } from "#engine/core/definitions/states.ts";
import { isDone, isProceeded, type ItemState } from "./state-machine.ts";

/** What the candidate still has to do, counted as the tiles of the form. */
export interface StepCount {
  readonly done: number;
  readonly total: number;
}

/** A verification; `identity` marks the alternatives that prove identity. */
export interface CountedItem extends ItemState {
  readonly identity: boolean;
}

/** The count of a transaction. `referenceNumber` is "none" when the request asks for none. */
export interface CountedTransaction {
  readonly state: State;
  readonly items: readonly CountedItem[];
  readonly referenceNumber: "none" | "missing" | "verified";
}

/**
 * Counts the steps of a transaction. Before submission: saved or skipped ones over all, the reference number included.
 * After submission: verified over submitted ones. Alternatives that prove identity are one step.
 */
export function countSteps({ state, items, referenceNumber }: CountedTransaction): StepCount {
  const isOpen = openStates.includes(state);
  const isCounted = (item: ItemState) => isOpen || !item.markedAsSkip;
  const isStepDone = isOpen ? isProceeded : isDone;
  const identity = items.filter((item) => item.identity && isCounted(item));
  const steps = items.filter((item) => !item.identity && isCounted(item)).map(isStepDone);
  if (identity.length > 0) steps.push(identity.some(isStepDone));
  if (isOpen && referenceNumber !== "none") steps.push(referenceNumber === "verified");
  return { done: steps.filter(Boolean).length, total: steps.length };
}
