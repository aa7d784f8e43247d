import type { PaperFactKind } from "#engine/documents/paper-facts.ts";
import { compareFact } from "./compare.ts";
import { findOffer } from "./offer.ts";

/** What was read: `blank` where nothing could be, other states say nothing of the paper. */
interface Reading {
  readonly state: string;
  readonly lines: readonly string[];
  readonly whole: boolean;
}
/** A field whose value the paper is expected to show; `open`: a person may put there what was read. */
interface Fact {
  readonly kind: PaperFactKind;
  readonly value: string;
  readonly open: boolean;
}

/** What a reading says of the form that the paper belongs to. Nothing of it refuses: reading can be wrong. */
export interface PaperJudgement<F extends Fact> {
  readonly isBlank: boolean;
  /** What the paper shows otherwise than it was typed. */
  readonly others: readonly F[];
  /** What empty fields may take. */
  readonly offers: readonly { readonly fact: F; readonly value: string }[];
}

/** Judges what was typed by what was read; without a reading there is nothing to say. */
export function judgePaper<F extends Fact>(reading: Reading | undefined, facts: readonly F[]): PaperJudgement<F> {
  if (reading?.state !== "read") return { isBlank: reading?.state === "blank", others: [], offers: [] };
  return {
    isBlank: false,
    others: facts.filter((fact) => compareFact(reading, fact) === "other"),
    offers: facts.flatMap((fact) => {
      const value = fact.open && fact.value === "" ? findOffer(reading, fact.kind) : undefined;
      return value === undefined ? [] : [{ fact, value }];
    }),
  };
}
