import { isMap } from "#engine/rules/expression.ts";

/**
 * How far a newer release is from a former one, for one request. patch: only words and looks. minor: whatever was
 * valid stays valid, with the same value. major: anything else.
 */
export type CompatibilityClass = "patch" | "minor" | "major";

/** Where a class comes from: a document ("forms/address"), a place in it or in its data, and what is different there. */
export interface Reason {
  readonly document: string;
  readonly pointer: string;
  readonly message: string;
}

/** What one difference means. `open`: the documents alone do not tell, data that was valid has to be tried. */
export type Verdict = CompatibilityClass | "open";

/** One difference at a place below what is compared. */
export interface Finding {
  readonly verdict: Verdict;
  readonly at: string;
  readonly message: string;
}

/** One difference at its full place. */
export interface Change extends Reason {
  readonly verdict: Verdict;
}

/** Findings put at a place of a document. */
export const toChanges = (findings: readonly Finding[], document: string, pointer = ""): Change[] =>
  findings.map(({ verdict, at, message }) => ({ verdict, document, pointer: pointer + at, message }));

/** A value as a text that is the same for equal values, whatever the order of keys. */
export function toCanonical(value: unknown): string {
  const sorted = (_: string, part: unknown): unknown =>
    isMap(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part;
  return JSON.stringify(value, sorted) ?? "";
}

/** Whether two values say the same. */
export const isSame = (a: unknown, b: unknown): boolean => toCanonical(a) === toCanonical(b);
