import { editDistance } from "#engine/base/nearest.ts";

/** One word of a paper: folded for comparison, as it stands, the line in which it stands, and whether the reader is sure of it. */
export interface ReadWord {
  readonly folded: string;
  readonly plain: string;
  readonly line: number;
  readonly isSure: boolean;
}

/** Stands behind a word of which the reader is not sure. */
export const unsureMark = "\uFFFD";

/** Letters and figures that readers of print take for each other. */
const alike: Readonly<Record<string, string>> = { o: "0", q: "0", i: "1", l: "1", s: "5", b: "8", z: "2" };

/** Words of a text in small letters without accents; only letters and figures count. */
export function toWords(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/['’`]s\b/g, " ")
    .replace(/['’`]/g, "")
    .split(/[^\p{L}\p{N}|]+/u)
    .filter((word) => word !== "");
}

/** A word in which what is mistaken for each other is the same; both sides of a comparison are folded. */
export const fold = (word: string): string => word.replace(/[oqilsbz|]/g, (letter) => alike[letter] ?? "1");

/** The words of a paper in the order of its lines. */
export const toReadWords = (lines: readonly string[]): ReadWord[] =>
  lines.flatMap((text, line) =>
    text
      .split(/\s+/)
      .flatMap((piece) =>
        toWords(piece).map((plain) => ({ plain, folded: fold(plain), line, isSure: !piece.endsWith(unsureMark) })),
      ),
  );

/** Whether two folded words are one, but for what a reader gets wrong: one letter of five, two of ten. */
export function isAlike(one: string, other: string): boolean {
  const allowed = Math.min(2, Math.floor(Math.min(one.length, other.length) / 5));
  return one === other || (allowed > 0 && editDistance(one, other, allowed) <= allowed);
}
