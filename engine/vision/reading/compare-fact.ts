import type { DocumentFactKind } from "#engine/core/definitions/document-facts.ts";
import { findName, findPerson } from "./names.ts";
import { findNumber, findYear } from "./numbers.ts";
import { toReadWords, type Comparison, type DocumentText, type ReadWord } from "./read-words.ts";

/**
 * A value that the document should contain: how to compare it, and the typed value. An empty value is never expected.
 */
export interface ExpectedFact {
  readonly kind: DocumentFactKind;
  readonly value: string;
}

const comparers: Readonly<
  Record<DocumentFactKind, (words: readonly ReadWord[], value: string, document: DocumentText) => Comparison>
> = {
  number: findNumber,
  year: findYear,
  name: findName,
  person: findPerson,
};

/**
 * Compares a typed value with the text of a document. Tolerates recognition errors, other orders, initials and missing
 * names.
 */
export function compareFact(document: DocumentText, { kind, value }: ExpectedFact): Comparison {
  if (value.trim() === "") return "unknown";
  const found = comparers[kind](toReadWords(document.lines), value, document);
  // The value may be on an unread page.
  return found === "different" && !document.whole ? "unknown" : found;
}
