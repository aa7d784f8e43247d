import { isProceeded } from "./state-machine.ts";
import type { ItemState } from "./state-machine.ts";

/** How many of which verifications must be completed, as the request says. */
export interface MinimumSetRule {
  readonly atLeast: number;
  readonly of: readonly string[];
}

/** Whether enough of the set is proceeded and not skipped; `list` are the set's items in this transaction, `names` theirs. */
export interface MinimumSet<I> {
  readonly met: boolean;
  readonly atLeast: number;
  readonly list: readonly I[];
  readonly names: readonly string[];
}

/**
 * Judges the minimum set. It asks nothing when none of the set is in the transaction, and never
 * more than there are.
 */
export function toMinimumSet<I extends ItemState & { readonly name: string }>(
  items: readonly I[],
  rule: MinimumSetRule | undefined,
): MinimumSet<I> {
  const list = rule ? items.filter(({ name }) => rule.of.includes(name)) : [];
  const atLeast = Math.min(rule?.atLeast ?? 0, list.length);
  const completed = list.filter((item) => isProceeded(item) && !item.markedAsSkip).length;
  return { met: completed >= atLeast, atLeast, list, names: list.map(({ name }) => name) };
}
