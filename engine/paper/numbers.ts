import type { Comparison, PaperText } from "./compare.ts";
import { fold, toReadWords, toWords, type ReadWord } from "./read-words.ts";

/** A number is read in as many pieces at most: '123 4567'. */
const pieces = 4;
/** Fewer figures are no number that tells one paper from another. */
const leastFigures = 4;

const digits = (word: string): number => word.replace(/\D/g, "").length;
/** Words that stand before the number of a candidate. */
const labels = /^(?:roll|registration|regn?|seat|enrol?l?ment|index|prn|regd)$/;
const fillers = /^(?:no|num|number|id|code|n0|and)$/;

/** Whether a number stands on a paper by itself: not within a longer one. */
export function findNumber(words: readonly ReadWord[], value: string): Comparison {
  const wanted = toWords(value).join("");
  const folded = fold(wanted);
  for (const [index, word] of words.entries()) {
    if (isSameNumber(fold(withoutLabel(word.plain)), folded)) return "shown";
    let joined = "";
    for (const next of words.slice(index, index + pieces)) {
      if (next.line !== word.line) break;
      joined += next.folded;
      if (isSameNumber(joined, folded)) return "shown";
    }
  }
  const likes = words.some(
    ({ plain, isSure }) =>
      isSure && isNumber(plain) && plain.length >= 5 && Math.abs(plain.length - wanted.length) <= 1,
  );
  return likes || listLabelled(words).length > 0 ? "other" : "untold";
}

/** Figures that a reader takes for each other even where it is sure: round ones, and a few more. */
const mistaken = ["0689", "38", "56", "17"];
/** In a shorter number one figure is too much of it. */
const leastLength = 6;

/** Whether two folded numbers are one, but for a single figure that is often mistaken. */
function isSameNumber(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.length !== other.length || one.length < leastLength) return false;
  const apart = [...one].flatMap((figure, at) => (figure === other[at] ? [] : [figure + other[at]]));
  return apart.length === 1 && mistaken.some((group) => [...apart[0]!].every((figure) => group.includes(figure)));
}

/** Numbers that stand behind their label, as they were read, in order and each once. */
export function listLabelled(words: readonly ReadWord[]): string[] {
  const found: string[] = [];
  for (const [index, { plain, line }] of words.entries()) {
    if (!labels.test(plain)) continue;
    const after = words
      .slice(index + 1, index + 5)
      .filter((word) => word.line === line)
      .find(({ plain: next }) => !fillers.test(next) && !labels.test(next));
    if (after?.isSure && isNumber(after.plain) && !/^(?:19|20)\d{2}$/.test(after.plain))
      found.push(after.plain.toUpperCase());
  }
  return [...new Set(found)];
}

const isNumber = (plain: string): boolean => digits(plain) >= leastFigures && digits(plain) * 2 >= plain.length;
/** 'No1234567', where the space was not read. */
const withoutLabel = (plain: string): string => plain.replace(/^(?:roll)?no?(?=\d)/, "");

const year = /^(?:19[5-9]|20\d)\d$/;
/** A day, which is not when an examination was passed: '26/08/1990', '4 June 2012'. */
const dates =
  /\b\d{1,2}\s*(?:[-/.]\s*\d{1,2}|[-/. ,]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\s*[-/., ]\s*(\d{4})\b/gi;

/** Whether a year stands on a paper, also as the second of '2013-14' and in a date. What is typed may be no year yet. */
export function findYear(words: readonly ReadWord[], value: string, { lines }: PaperText): Comparison {
  const wanted = value.trim();
  if (!/^\d{4}$/.test(wanted)) return "untold";
  const short = new RegExp(`(?<!\\d)${Number(wanted) - 1}\\s*[-/–]\\s*${wanted.slice(2)}(?!\\d)`);
  if (words.some(({ plain }) => toYear(plain) === wanted) || lines.some((line) => short.test(line))) return "shown";
  return listYears(lines).length > 0 ? "other" : "untold";
}

/** Years that are not those of a day, in order and each once. */
export function listYears(lines: readonly string[]): string[] {
  const found = toReadWords(lines.map((line) => line.replace(dates, " "))).flatMap(
    ({ plain, isSure }) => (isSure && toYear(plain)) || [],
  );
  return [...new Set(found)];
}

/** A year as it stands, with letters that were read for its figures, or behind a month: '2O14', 'MAY2014'. */
function toYear(plain: string): string | undefined {
  const bare = plain.replace(/^[a-z]{3,}(?=\d{4}$)/, "");
  const figures = digits(bare) >= 2 && bare.length === 4 ? fold(bare) : "";
  return year.test(figures) ? figures : undefined;
}
