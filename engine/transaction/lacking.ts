import { isRemaining, type ItemState } from "./state-machine.ts";

/** What may keep a transaction from going on: papers to give, a payment, being sent; nothing once the verifier has all. */
export const lacks = ["documents", "payment", "sending", "nothing"] as const;
export type Lack = (typeof lacks)[number];

/** What a transaction waits for its candidate to do; of a closed one, what it had waited for. */
export function toLack(of: {
  readonly items: readonly ItemState[];
  /** It was handed in: what is then asked for again is papers. */
  readonly isSubmitted: boolean;
  readonly isPaidForm: boolean;
}): Lack {
  if (of.isSubmitted) return of.items.some(({ state }) => state === "INSUFFICIENT_DATA") ? "documents" : "nothing";
  if (of.items.some(isRemaining)) return "documents";
  return of.isPaidForm ? "payment" : "sending";
}
