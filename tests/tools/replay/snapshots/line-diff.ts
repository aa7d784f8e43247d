/** A line of a comparison: in both, only before, or only after. */
export type DiffLine = readonly [mark: " " | "-" | "+", line: string];

/** The difference of two lists by longest common subsequence, removals first. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const common = measure(before, after);
  const found: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [gone, come] = [before[i], after[j]];
    if (gone !== undefined && gone === come) {
      found.push([" ", gone]);
      [i, j] = [i + 1, j + 1];
    } else if (gone !== undefined && (come === undefined || common[i + 1]![j]! >= common[i]![j + 1]!)) {
      found.push(["-", gone]);
      i += 1;
    } else {
      found.push(["+", come!]);
      j += 1;
    }
  }
  return found;
}

/** Number of common lines from each pair of positions on. */
function measure(before: readonly string[], after: readonly string[]): number[][] {
  const common = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i]![j] =
        before[i] === after[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  return common;
}
