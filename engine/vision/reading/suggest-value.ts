import type { DocumentFactKind } from "#engine/core/definitions/document-facts.ts";
import type { DocumentText } from "./read-words.ts";
import { listLabelled, listYears } from "./numbers.ts";
import { toReadWords } from "./read-words.ts";

/** Lines with the year of an examination. */
const aboutPassing = /exam|held|session|year|pass/i;

/** Names are never suggested: the right one is unknown. */
const finders: Readonly<Record<DocumentFactKind, ((lines: readonly string[]) => string | undefined) | undefined>> = {
  number: (lines) => only(listLabelled(toReadWords(lines))),
  year: (lines) => only(listYears(lines.filter((line) => aboutPassing.test(line)))) ?? only(listYears(lines)),
  name: undefined,
  person: undefined,
};

/** Returns the value of a kind if the document contains exactly one. */
export const suggestValue = ({ lines }: DocumentText, kind: DocumentFactKind): string | undefined =>
  finders[kind]?.(lines);

const only = (found: readonly string[]): string | undefined => (found.length === 1 ? found[0] : undefined);
