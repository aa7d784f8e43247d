import { documentFactKinds, type DocumentFactKind } from "#engine/core/definitions/document-facts.ts";
import { compareFact } from "#engine/vision/reading/compare-fact.ts";
import { suggestValue } from "#engine/vision/reading/suggest-value.ts";
import { findOther, type ReadSample } from "./written.ts";

/** Counts for one kind of fact: documents, false alarms, detected other values and mistyped digits, suggestions. */
export interface Counted {
  documents: number;
  alarmed: number;
  others: number;
  noticed: number;
  mistyped: number;
  mistypedNoticed: number;
  offered: number;
  wronglyOffered: number;
}

/** Counts false alarms on good documents, and detections when the typed values are those of another document. */
export function countReadings(samples: readonly ReadSample[]): {
  kinds: Record<DocumentFactKind, Counted>;
  alarmed: string[];
} {
  const alarmed = new Set<string>();
  const kinds = Object.fromEntries(
    documentFactKinds.map((kind) => [kind, countKind(samples, kind, alarmed)]),
  ) as Record<DocumentFactKind, Counted>;
  return { kinds, alarmed: [...alarmed] };
}

function countKind(samples: readonly ReadSample[], kind: DocumentFactKind, alarmed: Set<string>): Counted {
  const counted: Counted = {
    documents: 0,
    alarmed: 0,
    others: 0,
    noticed: 0,
    mistyped: 0,
    mistypedNoticed: 0,
    offered: 0,
    wronglyOffered: 0,
  };
  for (const [at, sample] of samples.entries()) {
    const value = sample.written[kind];
    if (value === undefined) continue;
    const paper = { lines: sample.lines, whole: true };
    const isOther = (typed: string) => compareFact(paper, { kind, value: typed }) === "different";
    counted.documents += 1;
    if (isOther(value)) {
      counted.alarmed += 1;
      alarmed.add(`${sample.name}: ${sample.about}: ${kind} ${value}`);
    }
    const other = findOther(samples, at, kind);
    if (other !== undefined) {
      counted.others += 1;
      if (isOther(other)) counted.noticed += 1;
    }
    if (kind === "number") {
      counted.mistyped += 1;
      if (isOther(mistype(value))) counted.mistypedNoticed += 1;
    }
    const offer = suggestValue(paper, kind);
    if (offer !== undefined) counted.offered += 1;
    if (offer !== undefined && offer !== value) counted.wronglyOffered += 1;
  }
  return counted;
}

/** The same number with another fourth figure. */
const mistype = (value: string): string => `${value.slice(0, 3)}${(Number(value[3]) + 4) % 10}${value.slice(4)}`;
