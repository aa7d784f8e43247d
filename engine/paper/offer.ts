import type { PaperFactKind } from "#engine/documents/paper-facts.ts";
import type { PaperText } from "./compare.ts";
import { listLabelled, listYears } from "./numbers.ts";
import { toReadWords } from "./read-words.ts";

/** Lines that say when an examination was passed. */
const aboutPassing = /exam|held|session|year|pass/i;

/** What a paper shows of a kind, where it shows one alone; names are never offered: nothing tells which of them is meant. */
export function findOffer({ lines }: PaperText, kind: PaperFactKind): string | undefined {
  if (kind === "number") return only(listLabelled(toReadWords(lines)));
  if (kind !== "year") return undefined;
  return only(listYears(lines.filter((line) => aboutPassing.test(line)))) ?? only(listYears(lines));
}

const only = (found: readonly string[]): string | undefined => (found.length === 1 ? found[0] : undefined);
