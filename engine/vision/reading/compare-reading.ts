import type { DocumentFactKind } from "#engine/core/definitions/document-facts.ts";
import { compareFact } from "./compare-fact.ts";
import { suggestValue } from "./suggest-value.ts";

/**
 * The state of the text recognition: `blank` without text. Other states than `read` and `blank` allow no conclusion.
 */
interface Reading {
  readonly state: string;
  readonly lines: readonly string[];
  readonly whole: boolean;
}
/** A field whose value the document should contain. `open`: the candidate may fill it in. */
interface Fact {
  readonly kind: DocumentFactKind;
  readonly value: string;
  readonly isFillable: boolean;
}

/** The comparison of a document with its form. It never blocks submission: recognition can be wrong. */
export interface ReadingResult<F extends Fact> {
  readonly isBlank: boolean;
  /** Facts with another value in the document. */
  readonly differing: readonly F[];
  /** Values for empty fields. */
  readonly suggestions: readonly { readonly fact: F; readonly value: string }[];
}

/** Compares the typed values with the recognised text. Without recognised text the result is empty. */
export function compareReading<F extends Fact>(reading: Reading | undefined, facts: readonly F[]): ReadingResult<F> {
  if (reading?.state !== "read") return { isBlank: reading?.state === "blank", differing: [], suggestions: [] };
  return {
    isBlank: false,
    differing: facts.filter((fact) => compareFact(reading, fact) === "different"),
    suggestions: facts.flatMap((fact) => {
      const value = fact.isFillable && fact.value === "" ? suggestValue(reading, fact.kind) : undefined;
      return value === undefined ? [] : [{ fact, value }];
    }),
  };
}
