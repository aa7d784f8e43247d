import { findNearest } from "#engine/core/base/nearest.ts";

/** Names the known word that is nearest to a mistyped one, as the end of a sentence; empty when none is near. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const near = findNearest(word, known);
  return near === undefined ? "" : `; did you mean "${near}"?`;
}

const maxListLength = 200;

/** Words separated by commas, cut to a length that fits a message. */
export function listWords(words: readonly unknown[]): string {
  let listed = "";
  for (const [index, word] of words.entries()) {
    const next = index === 0 ? String(word) : `${listed}, ${String(word)}`;
    if (next.length > maxListLength) return `${listed}, …`;
    listed = next;
  }
  return listed;
}
