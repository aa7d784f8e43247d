import type { Comparison } from "./read-words.ts";
import { fold, isAlike, toWords, type ReadWord } from "./read-words.ts";

/**
 * Minimum number of recognised words before a name counts as missing: of an unsupported script only fragments are
 * recognised.
 */
const minWords = 12;
/** Maximum number of middle names. */
const maxMiddleNames = 2;
/** Labels that start another person's name. */
const labels = /^(?:name|names|father|fathers|mother|mothers|guardian|husband|candidate|roll)$/;
/** Titles and forenames that documents and profiles shorten or omit. */
const titles = new Set(
  "mr mrs ms miss shri sri smt kumari km dr md mohd mohammad mohammed mohamed muhammad".split(" "),
);
/** Words of most board and university names; they identify nothing. */
const common = new Set(
  "the of and for in at a board boards university college institute school schools secondary higher senior education examination examinations council state technology technological certificate".split(
    " ",
  ),
);

const isReadable = (words: readonly ReadWord[]): boolean =>
  words.filter(({ plain, isSure }) => isSure && /^[a-z]{4,}$/.test(plain)).length >= minWords;

/**
 * Finds a person's name: first and last name adjacent in either order, one of them possibly as an initial; middle names
 * are optional.
 */
export function findPerson(words: readonly ReadWord[], value: string): Comparison {
  const all = toWords(value);
  const bare = all.filter((part) => !titles.has(part));
  const parts = bare.length > 1 ? bare : all;
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return "unknown";
  const isPresent =
    parts.length === 1
      ? words.some((word) => isPart(word, first))
      : words.some((word, index) =>
          words.slice(index + 1, index + 2 + maxMiddleNames).some((next, gap) => {
            const skipped = words.slice(index + 1, index + 1 + gap);
            if (skipped.some(({ plain }) => labels.test(plain))) return false;
            if (next.line !== word.line && (gap > 0 || next.line !== word.line + 1)) return false;
            return isPair(word, next, first, last) || isPair(word, next, last, first);
          }),
        );
  if (isPresent || isSpelledAsOne(words, parts)) return "same";
  return isReadable(words) && !isHalfRead(words, [first, last]) ? "different" : "unknown";
}

/** Returns whether one part of a name is next to an uncertain word. */
const isHalfRead = (words: readonly ReadWord[], parts: readonly string[]): boolean =>
  words.some(
    (word, index) =>
      parts.some((part) => isPart(word, part)) &&
      [words[index - 1], words[index + 1]].some((beside) => beside?.line === word.line && !beside.isSure),
  );

/** Returns whether two words are two parts of a name, one of them possibly as an initial. */
const isPair = (one: ReadWord, other: ReadWord, first: string, last: string): boolean =>
  (isPart(one, first) && (isPart(other, last) || isInitial(other.plain, last))) ||
  (isInitial(one.plain, first) && isPart(other, last));
const isPart = ({ folded }: ReadWord, part: string): boolean => part.length > 1 && isAlike(folded, fold(part));
const isInitial = (plain: string, part: string): boolean =>
  (plain.length === 1 && part.startsWith(plain)) || (part.length === 1 && plain.startsWith(part));

/** Matches 'AshaVerma' and 'A sha Verma'. */
function isSpelledAsOne(words: readonly ReadWord[], parts: readonly string[]): boolean {
  const wanted = [parts.join(""), [...parts].reverse().join(""), (parts[0] ?? "") + (parts.at(-1) ?? "")].map(fold);
  return words.some((_, index) => {
    let joined = "";
    for (const { folded } of words.slice(index, index + parts.length + 2)) {
      joined += folded;
      if (wanted.some((whole) => isAlike(joined, whole))) return true;
    }
    return false;
  });
}

/** Finds the words of a name in any order; ignores common words, case and commas. */
export function findName(words: readonly ReadWord[], value: string): Comparison {
  const all = [...new Set(toWords(value))];
  const own = all.filter((word) => !common.has(word) && word.length > 1);
  const wanted = own.length > 0 ? own : all;
  const present = wanted.filter((word) => isPresentWord(words, fold(word)));
  if (present.length * 2 >= wanted.length || isShortened(words, value)) return "same";
  const named = words.some(
    ({ plain, isSure }) => isSure && /^(?:board|university|council|institute|college)$/.test(plain),
  );
  return named && isReadable(words) ? "different" : "unknown";
}

function isPresentWord(words: readonly ReadWord[], wanted: string): boolean {
  return words.some(
    ({ folded }, index) => isAlike(folded, wanted) || isAlike(folded + (words[index + 1]?.folded ?? ""), wanted),
  );
}

/** Matches 'CBSE' for the Central Board of Secondary Education. */
function isShortened(words: readonly ReadWord[], value: string): boolean {
  const letters = toWords(value)
    .filter((word) => !/^(?:of|and|for|the|in)$/.test(word))
    .map((word) => word[0]);
  return letters.length >= 3 && words.some(({ plain }) => plain === letters.join(""));
}
