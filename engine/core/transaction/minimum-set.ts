import { isProceeded, type ItemState } from "./state-machine.ts";

/** The request's minimum set: how many of which verifications are needed. */
export interface MinimumSetRule {
  readonly atLeast: number;
  readonly of: readonly string[];
}

/** The minimum set of a transaction. `met`: enough of it is filled in and not skipped. */
export interface MinimumSet<I> {
  readonly met: boolean;
  readonly atLeast: number;
  readonly list: readonly I[];
  readonly names: readonly string[];
}

/** Evaluates the minimum set. It never needs more verifications than the transaction has. */
export function toMinimumSet<I extends ItemState & { readonly name: string }>(
  items: readonly I[],
  rule: MinimumSetRule | undefined,
): MinimumSet<I> {
  const list = rule ? items.filter(({ name }) => rule.of.includes(name)) : [];
  const atLeast = Math.min(rule?.atLeast ?? 0, list.length);
  const completed = list.filter((item) => isProceeded(item) && !item.markedAsSkip).length;
  return { met: completed >= atLeast, atLeast, list, names: list.map(({ name }) => name) };
}
