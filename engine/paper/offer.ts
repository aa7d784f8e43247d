import type { PaperFactKind } from "#engine/documents/paper-facts.ts";
import type { PaperText } from "./compare.ts";
import { listLabelled, listYears } from "./numbers.ts";
import { toReadWords } from "./read-words.ts";

/** Lines that say when an examination was passed. */
const aboutPassing = /exam|held|session|year|pass/i;

/** Names are never offered: nothing tells which of them is meant. */
const ways: Readonly<Record<PaperFactKind, ((lines: readonly string[]) => string | undefined) | undefined>> = {
  number: (lines) => only(listLabelled(toReadWords(lines))),
  year: (lines) => only(listYears(lines.filter((line) => aboutPassing.test(line)))) ?? only(listYears(lines)),
  name: undefined,
  person: undefined,
};

/** What a paper shows of a kind, where it shows one alone. */
export const findOffer = ({ lines }: PaperText, kind: PaperFactKind): string | undefined => ways[kind]?.(lines);

const only = (found: readonly string[]): string | undefined => (found.length === 1 ? found[0] : undefined);
