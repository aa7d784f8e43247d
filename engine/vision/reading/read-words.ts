import { editDistance } from "#engine/core/base/nearest.ts";

/** The recognised text of a document: its lines, and whether all pages were read. */
export interface DocumentText {
  readonly lines: readonly string[];
  readonly whole: boolean;
}

/**
 * `different`: the document contains a different value. `unknown`: no such value, or not enough recognised text.
 */
export type Comparison = "same" | "different" | "unknown";

/** One word of a document: folded for comparison, as recognised, with its line and its certainty. */
export interface ReadWord {
  readonly folded: string;
  readonly plain: string;
  readonly line: number;
  readonly isSure: boolean;
}

/** Marks the end of an uncertain word. */
export const unsureMark = "\uFFFD";

/** Letters and digits that text recognition confuses. */
const alike: Readonly<Record<string, string>> = { o: "0", q: "0", i: "1", l: "1", s: "5", b: "8", z: "2" };

/** Splits a text into lower-case words without accents; only letters and digits count. */
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

/** Maps confusable characters to one; fold both sides of a comparison. */
export const fold = (word: string): string => word.replace(/[oqilsbz|]/g, (letter) => alike[letter] ?? "1");

/** Returns the words of a document, line by line. */
export const toReadWords = (lines: readonly string[]): ReadWord[] =>
  lines.flatMap((text, line) =>
    text
      .split(/\s+/)
      .flatMap((piece) =>
        toWords(piece).map((plain) => ({ plain, folded: fold(plain), line, isSure: !piece.endsWith(unsureMark) })),
      ),
  );

/** Returns whether two folded words are equal within recognition errors: one letter of five, two of ten. */
export function isAlike(one: string, other: string): boolean {
  const allowed = Math.min(2, Math.floor(Math.min(one.length, other.length) / 5));
  return one === other || (allowed > 0 && editDistance(one, other, allowed) <= allowed);
}
