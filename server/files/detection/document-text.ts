import type { DocumentReading } from "#engine/contract/files.ts";

const linesMax = 400;
const lineLettersMax = 300;
/** A scanner's own marks on a page are no text layer. */
const minWordsPerPage = 8;
/** OCR finds a few words in any noise. */
const minWords = 8;

const countWords = (text: string): number => text.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;

/** Returns whether a file has a text layer, so that no OCR is needed. */
export const hasTextLayer = (text: string, pageCount = 1): boolean => countWords(text) >= minWordsPerPage * pageCount;

/** Joins the texts of a document's pages. `whole` is true when there are no more pages. */
export function toDocumentText(texts: readonly string[], whole = true): DocumentReading {
  const nonEmpty = texts.flatMap((text) => text.split(/\r?\n/)).filter((line) => line.trim() !== "");
  const lines = nonEmpty.slice(0, linesMax).map((line) => line.trim().slice(0, lineLettersMax));
  return { state: "read", lines, whole: whole && nonEmpty.length <= linesMax };
}

/** Joins the OCR results of a document's pages. Few words over all pages mean a blank document. */
export function joinOcrPages(pages: readonly OcrPage[], whole: boolean): DocumentReading {
  const wordCount = pages.reduce((sum, page) => sum + page.wordCount, 0);
  if (whole && wordCount < minWords) return { state: "blank", lines: [], whole };
  return toDocumentText(
    pages.map(({ text }) => text),
    whole,
  );
}

/** The OCR result of a page: reliable text, and the number of words. */
export interface OcrPage {
  text: string;
  wordCount: number;
}
