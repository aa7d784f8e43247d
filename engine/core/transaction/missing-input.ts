import type { MissingInput } from "#engine/core/definitions/states.ts";
import { isRemaining, type ItemState } from "./state-machine.ts";

/** Returns the input that a transaction waits for or, if it is closed, had waited for. */
export function toMissingInput(of: {
  readonly items: readonly ItemState[];
  /** It was submitted: from then on only documents can be requested. */
  readonly isSubmitted: boolean;
  readonly isPaidForm: boolean;
}): MissingInput {
  if (of.isSubmitted) return of.items.some(({ state }) => state === "INSUFFICIENT_DATA") ? "documents" : "none";
  if (of.items.some(isRemaining)) return "documents";
  return of.isPaidForm ? "payment" : "submission";
}
