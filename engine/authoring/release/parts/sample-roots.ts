import { putAt, readAt, type DataTree } from "#engine/core/form/data-tree.ts";
import type { Constants } from "./constants.ts";
import type { Random } from "./random.ts";

/** Values of a root without comparisons. */
const plain: readonly unknown[] = [undefined, "Asha Verma", true, false, 0, 1, 2, [], ["a"]];

/**
 * Makes the roots for both sides: random values, equal on both sides, for the paths that rules read; values from a
 * side's definitions take precedence.
 */
export function makeSampleRoots(
  { roots }: Constants,
  given: readonly Readonly<Record<string, unknown>>[],
  random: Random,
): Record<string, unknown>[] {
  const chosen = [...roots].map(([path, constants]): [string[], unknown] => {
    const value = random.chance(50) && constants.size > 0 ? random.pick([...constants]) : random.pick(plain);
    return [path.split("."), value];
  });
  return given.map((documents) => {
    const tree: DataTree = {};
    for (const [steps, value] of chosen)
      if (value !== undefined && readAt(documents, steps) === undefined) putAt(tree, steps, value);
    const over = Object.entries(documents).map(([root, value]) => [root, merge(tree[root], value)]);
    return { ...tree, ...Object.fromEntries(over) };
  });
}

function merge(chosen: unknown, given: unknown): unknown {
  const isHolder = (value: unknown): value is object =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  return isHolder(chosen) && isHolder(given) ? { ...chosen, ...given } : given;
}
