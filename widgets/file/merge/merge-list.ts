/** One of several files that become one PDF; an image or a PDF, with clockwise quarter turns. */
export interface MergeFile {
  readonly key: number;
  readonly file: File;
  readonly quarterTurns: 0 | 1 | 2 | 3;
}

/** Content types that can be merged. */
export const mergeTypes: readonly string[] = ["application/pdf", "image/jpeg", "image/jpg", "image/png"];

export const maxMergeFiles = 40;

/** Moves one item by `step`; unchanged at the ends. */
export function moveItem<P>(items: readonly P[], index: number, step: 1 | -1): readonly P[] {
  const other = index + step;
  const [a, b] = [items[index], items[other]];
  return a && b ? items.map((item, at) => (at === index ? b : at === other ? a : item)) : items;
}

/** Rotates one item by a quarter turn. */
export function rotateItem<P extends Pick<MergeFile, "quarterTurns">>(
  items: readonly P[],
  index: number,
): readonly P[] {
  return items.map((item, at) =>
    at === index ? { ...item, quarterTurns: ((item.quarterTurns + 1) % 4) as MergeFile["quarterTurns"] } : item,
  );
}
