import { findNearest } from "#engine/base/nearest.ts";

/** What was probably meant, as the end of a sentence; empty when nothing is near. */
export function meantOf(word: string, known: Iterable<string>): string {
  const near = findNearest(word, known);
  return near === undefined ? "" : `; did you mean "${near}"?`;
}

const longestList = 200;

/** Words in a row, as many as can be read at a glance. */
export function listWords(words: readonly unknown[]): string {
  let listed = "";
  for (const [index, word] of words.entries()) {
    const next = index === 0 ? String(word) : `${listed}, ${String(word)}`;
    if (next.length > longestList) return `${listed}, …`;
    listed = next;
  }
  return listed;
}
