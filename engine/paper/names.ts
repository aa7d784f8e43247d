import type { Comparison } from "./compare.ts";
import { fold, isAlike, toWords, type ReadWord } from "./read-words.ts";

/** So many words of a script that is read must be there before a name is missed: of others only scraps are. */
const leastWords = 12;
/** Names that may stand between the first and the last one. */
const between = 2;
/** Behind them another's name begins. */
const labels = /^(?:name|names|father|fathers|mother|mothers|guardian|husband|candidate|roll)$/;
/** Titles and forenames that papers and profiles shorten or leave out. */
const titles = new Set(
  "mr mrs ms miss shri sri smt kumari km dr md mohd mohammad mohammed mohamed muhammad".split(" "),
);
/** Words that most names of boards and universities share, and so tell nothing. */
const common = new Set(
  "the of and for in at a board boards university college institute school schools secondary higher senior education examination examinations council state technology technological certificate".split(
    " ",
  ),
);

const isReadable = (words: readonly ReadWord[]): boolean =>
  words.filter(({ plain, isSure }) => isSure && /^[a-z]{4,}$/.test(plain)).length >= leastWords;

/**
 * Whether a person's name stands on a paper: first and last name side by side in either order, either of them perhaps as an
 * initial; names between them may be missing, and others stand between.
 */
export function findPerson(words: readonly ReadWord[], value: string): Comparison {
  const all = toWords(value);
  const bare = all.filter((part) => !titles.has(part));
  const parts = bare.length > 1 ? bare : all;
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return "untold";
  const isShown =
    parts.length === 1
      ? words.some((word) => isPart(word, first))
      : words.some((word, index) =>
          words.slice(index + 1, index + 2 + between).some((next, gap) => {
            const passed = words.slice(index + 1, index + 1 + gap);
            if (passed.some(({ plain }) => labels.test(plain))) return false;
            if (next.line !== word.line && (gap > 0 || next.line !== word.line + 1)) return false;
            return isPair(word, next, first, last) || isPair(word, next, last, first);
          }),
        );
  if (isShown || isSpelledAsOne(words, parts)) return "shown";
  return isReadable(words) && !isHalfRead(words, [first, last]) ? "other" : "untold";
}

/** One part of a name beside a word of which the reader is not sure. */
const isHalfRead = (words: readonly ReadWord[], parts: readonly string[]): boolean =>
  words.some(
    (word, index) =>
      parts.some((part) => isPart(word, part)) &&
      [words[index - 1], words[index + 1]].some((beside) => beside?.line === word.line && !beside.isSure),
  );

/** Two words that are two parts of a name, one of them perhaps as its initial. */
const isPair = (one: ReadWord, other: ReadWord, first: string, last: string): boolean =>
  (isPart(one, first) && (isPart(other, last) || isInitial(other.plain, last))) ||
  (isInitial(one.plain, first) && isPart(other, last));
const isPart = ({ folded }: ReadWord, part: string): boolean => part.length > 1 && isAlike(folded, fold(part));
const isInitial = (plain: string, part: string): boolean =>
  (plain.length === 1 && part.startsWith(plain)) || (part.length === 1 && plain.startsWith(part));

/** 'AshaVerma', or 'A sha Verma'. */
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

/** Whether the words of a name stand on a paper, in any order; those that every such name has do not count, nor do case and commas. */
export function findName(words: readonly ReadWord[], value: string): Comparison {
  const all = [...new Set(toWords(value))];
  const own = all.filter((word) => !common.has(word) && word.length > 1);
  const wanted = own.length > 0 ? own : all;
  const shown = wanted.filter((word) => isThere(words, fold(word)));
  if (shown.length * 2 >= wanted.length || isShortened(words, value)) return "shown";
  const named = words.some(
    ({ plain, isSure }) => isSure && /^(?:board|university|council|institute|college)$/.test(plain),
  );
  return named && isReadable(words) ? "other" : "untold";
}

function isThere(words: readonly ReadWord[], wanted: string): boolean {
  return words.some(
    ({ folded }, index) => isAlike(folded, wanted) || isAlike(folded + (words[index + 1]?.folded ?? ""), wanted),
  );
}

/** 'CBSE' for the Central Board of Secondary Education. */
function isShortened(words: readonly ReadWord[], value: string): boolean {
  const letters = toWords(value)
    .filter((word) => !/^(?:of|and|for|the|in)$/.test(word))
    .map((word) => word[0]);
  return letters.length >= 3 && words.some(({ plain }) => plain === letters.join(""));
}
