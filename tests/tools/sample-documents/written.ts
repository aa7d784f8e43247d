import type { DocumentFactKind } from "#engine/core/definitions/document-facts.ts";
import { boards, universities } from "./words.ts";

/** The values that a candidate would type from a document, by kind of comparison. Values not on it are missing. */
export type Written = Partial<Record<DocumentFactKind, string>>;

/** A document as OCR read it: its lines, and the values written on it. */
export interface ReadSample {
  name: string;
  about: string;
  written: Written;
  lines: string[];
}

const patterns: Partial<Record<DocumentFactKind, readonly RegExp[]>> = {
  number: [/roll no\.?\s*[:\n]\s*(\d{7})/i, /enrolment no\. (\d{8})/i],
  person: [/name of candidate\s*[:\n]\s*([a-z]+ [a-z]+)/i, /be it known that\n([a-z]+ [a-z]+)/i],
  year: [/examination (\d{4})/i, /held in the year (\d{4})/i],
};
const houses = [...boards.map(([name]) => name), ...universities];
/** Some documents cut a long name. */
const begins = 30;

/** Finds the written values in the texts of a generated document. */
export function toWritten(texts: readonly string[]): Written {
  const whole = texts.join("\n");
  const found = Object.entries(patterns).flatMap(([kind, list]) => {
    const value = list.map((pattern) => pattern.exec(whole)?.[1]).find(Boolean);
    return value === undefined ? [] : [[kind, value] as const];
  });
  const name = houses.find((house) => whole.toLowerCase().includes(house.toLowerCase().slice(0, begins)));
  return { ...Object.fromEntries(found), ...(name && { name }) };
}

/** A wrong value: that of the next document without a value in common with this one. */
export function findOther(samples: readonly ReadSample[], at: number, kind: DocumentFactKind): string | undefined {
  const own = samples[at]?.written[kind]?.toLowerCase();
  if (own === undefined) return undefined;
  return [...samples.slice(at + 1), ...samples.slice(0, at)]
    .flatMap(({ written }) => written[kind] ?? [])
    .find((value) => {
      const other = value.toLowerCase();
      if (kind === "person") return other.split(" ").every((part) => !own.includes(part));
      return other !== own && (kind !== "number" || other.length === own.length);
    });
}
