/**
 * Returns a smallest set of parts that exclude something: with them alone `excludes` is true, without any one of them
 * it is not. Empty where they are not the reason. Halves the list, so that few of many parts are found fast.
 */
export function findSmallest<T>(all: readonly T[], excludes: (kept: readonly T[]) => boolean): T[] {
  if (excludes([])) return [];
  const found = new Set(halve([], false, all, excludes));
  return all.filter((one) => found.has(one));
}

function halve<T>(
  kept: readonly T[],
  isNew: boolean,
  open: readonly T[],
  excludes: (kept: readonly T[]) => boolean,
): readonly T[] {
  if (isNew && excludes(kept)) return [];
  if (open.length <= 1) return open;
  const middle = Math.ceil(open.length / 2);
  const [first, second] = [open.slice(0, middle), open.slice(middle)];
  const ofSecond = halve([...kept, ...first], true, second, excludes);
  const ofFirst = halve([...kept, ...ofSecond], ofSecond.length > 0, first, excludes);
  return [...ofFirst, ...ofSecond];
}
