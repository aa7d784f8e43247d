import type { PaperReading } from "#engine/api/files.ts";

const linesMax = 400;
const lineLettersMax = 300;
/** A scanner's own words on each page are no text layer. */
const leastWordsOfPage = 8;
/** Fewer words are nothing, whatever the reader takes for letters. */
const leastWords = 8;

const countWords = (text: string): number => text.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;

/** Whether a file carries its words itself, so that nobody has to read its pictures. */
export const isWritten = (text: string, pageCount = 1): boolean => countWords(text) >= leastWordsOfPage * pageCount;

/** What stands on a paper, from the texts of its pages; `whole` when there are no more pages. */
export function toReading(texts: readonly string[], whole = true): PaperReading {
  const all = texts.flatMap((text) => text.split(/\r?\n/)).filter((line) => line.trim() !== "");
  const lines = all.slice(0, linesMax).map((line) => line.trim().slice(0, lineLettersMax));
  return { state: "read", lines, whole: whole && all.length <= linesMax };
}

/** What a reader found on the pages of a paper: so little that nobody could read it, or its lines. */
export function toReadingOf(pages: readonly ReadPage[], whole: boolean): PaperReading {
  const all = pages.reduce((sum, { wordCount }) => sum + wordCount, 0);
  if (whole && all < leastWords) return { state: "blank", lines: [], whole };
  return toReading(
    pages.map(({ text }) => text),
    whole,
  );
}

/** One page as it was read: what is sure enough, and how many words there seemed to be. */
export interface ReadPage {
  text: string;
  wordCount: number;
}
