import type { PaperFactKind } from "#engine/documents/paper-facts.ts";
import { findName, findPerson } from "./names.ts";
import { findNumber, findYear } from "./numbers.ts";
import { toReadWords, type ReadWord } from "./read-words.ts";

/** What was read of a paper: its lines, and whether every page was looked at. */
export interface PaperText {
  readonly lines: readonly string[];
  readonly whole: boolean;
}

/** What a paper is expected to show: how it is compared, and what was typed; an empty one is expected of no paper. */
export interface ExpectedFact {
  readonly kind: PaperFactKind;
  readonly value: string;
}

/** `other`: the paper shows something else in its place. `untold`: it shows nothing of the kind, or too little was read to say so. */
export type Comparison = "shown" | "other" | "untold";

const ways: Readonly<
  Record<PaperFactKind, (words: readonly ReadWord[], value: string, paper: PaperText) => Comparison>
> = {
  number: findNumber,
  year: findYear,
  name: findName,
  person: findPerson,
};

/** Whether a paper shows what was typed. What a reader gets wrong, other orders, initials and names left out are no difference. */
export function compareFact(paper: PaperText, { kind, value }: ExpectedFact): Comparison {
  if (value.trim() === "") return "untold";
  const found = ways[kind](toReadWords(paper.lines), value, paper);
  // It may stand on a page that nobody read.
  return found === "other" && !paper.whole ? "untold" : found;
}
