/** Longer words are never compared, because a mistyped word of this length has no useful suggestion. */
const maxWordLength = 120;

/** Returns the known word nearest to a mistyped one, or undefined when none is near enough to suggest. */
export function findNearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > maxWordLength) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  const lower = word.toLowerCase();
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase(), bestDistance - 1);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Edit distance of two words (Levenshtein, 1966). Beyond `most` it stops and returns a greater number. */
export function editDistance(a: string, b: string, most = Infinity): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  // One row of the table, overwritten by the next row; `above` and `aboveLeft` hold the previous values.
  const row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    let aboveLeft = i - 1;
    let left = i;
    let least = i;
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j]!;
      const replaced = letter === b.charCodeAt(j - 1) ? aboveLeft : aboveLeft + 1;
      left = Math.min(left + 1, above + 1, replaced);
      row[j] = left;
      aboveLeft = above;
      if (left < least) least = left;
    }
    if (least > most) return most + 1;
  }
  return row[b.length]!;
}
