import type { Comparison, DocumentText } from "./read-words.ts";
import { fold, toReadWords, toWords, type ReadWord } from "./read-words.ts";

/** Maximum number of parts of a number: '123 4567'. */
const maxParts = 4;
/** Minimum number of digits that identify a document. */
const minDigits = 4;

const digits = (word: string): number => word.replace(/\D/g, "").length;
/** Labels of a candidate's number. */
const labels = /^(?:roll|registration|regn?|seat|enrol?l?ment|index|prn|regd)$/;
const fillers = /^(?:no|num|number|id|code|n0|and)$/;

/** Finds a number that is not part of a longer one. */
export function findNumber(words: readonly ReadWord[], value: string): Comparison {
  const wanted = toWords(value).join("");
  const folded = fold(wanted);
  for (const [index, word] of words.entries()) {
    if (isSameNumber(fold(withoutLabel(word.plain)), folded)) return "same";
    let joined = "";
    for (const next of words.slice(index, index + maxParts)) {
      if (next.line !== word.line) break;
      joined += next.folded;
      if (isSameNumber(joined, folded)) return "same";
    }
  }
  const hasSimilar = words.some(
    ({ plain, isSure }) =>
      isSure && isNumber(plain) && plain.length >= 5 && Math.abs(plain.length - wanted.length) <= 1,
  );
  return hasSimilar || listLabelled(words).length > 0 ? "different" : "unknown";
}

/** Groups of digits that text recognition confuses even at high confidence. */
const confusableDigits = ["0689", "38", "56", "17"];
/** In a shorter number one wrong digit is too much. */
const minTolerantLength = 6;

/** Returns whether two folded numbers are equal except for one confusable digit. */
function isSameNumber(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.length !== other.length || one.length < minTolerantLength) return false;
  const differences = [...one].flatMap((figure, at) => (figure === other[at] ? [] : [figure + other[at]]));
  return (
    differences.length === 1 &&
    confusableDigits.some((group) => [...differences[0]!].every((figure) => group.includes(figure)))
  );
}

/** Returns the numbers after a label, in order, without duplicates. */
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

const isNumber = (plain: string): boolean => digits(plain) >= minDigits && digits(plain) * 2 >= plain.length;
/** 'No1234567', where the space was not recognised. */
const withoutLabel = (plain: string): string => plain.replace(/^(?:roll)?no?(?=\d)/, "");

const year = /^(?:19[5-9]|20\d)\d$/;
/** A full date, which is not the year of an examination: '26/08/1990', '4 June 2012'. */
const dates =
  /\b\d{1,2}\s*(?:[-/.]\s*\d{1,2}|[-/. ,]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\s*[-/., ]\s*(\d{4})\b/gi;

/** Finds a year, also as the second year of '2013-14' and in a date. The typed value may be incomplete. */
export function findYear(words: readonly ReadWord[], value: string, { lines }: DocumentText): Comparison {
  const wanted = value.trim();
  if (!/^\d{4}$/.test(wanted)) return "unknown";
  const short = new RegExp(`(?<!\\d)${Number(wanted) - 1}\\s*[-/–]\\s*${wanted.slice(2)}(?!\\d)`);
  if (words.some(({ plain }) => toYear(plain) === wanted) || lines.some((line) => short.test(line))) return "same";
  return listYears(lines).length > 0 ? "different" : "unknown";
}

/** Returns the years outside full dates, in order, without duplicates. */
export function listYears(lines: readonly string[]): string[] {
  const found = toReadWords(lines.map((line) => line.replace(dates, " "))).flatMap(
    ({ plain, isSure }) => (isSure && toYear(plain)) || [],
  );
  return [...new Set(found)];
}

/** Reads a year, also with letters recognised in place of digits, or after a month: '2O14', 'MAY2014'. */
function toYear(plain: string): string | undefined {
  const bare = plain.replace(/^[a-z]{3,}(?=\d{4}$)/, "");
  const figures = digits(bare) >= 2 && bare.length === 4 ? fold(bare) : "";
  return year.test(figures) ? figures : undefined;
}
