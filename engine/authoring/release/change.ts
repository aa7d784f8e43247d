import { isMap } from "#engine/core/rules/expression.ts";

/**
 * The compatibility of a newer release with a former one, for one request. patch: only texts and appearance. minor: all
 * valid data stays valid, with the same values. major: anything else.
 */
export type CompatibilityClass = "patch" | "minor" | "major";

/** The reason of a class: a definition ("forms/address"), a place in it or in its data, and the difference. */
export interface Reason {
  readonly document: string;
  readonly pointer: string;
  readonly message: string;
}

/** The meaning of one difference. `open`: the definitions do not decide; valid sample data is needed. */
export type Verdict = CompatibilityClass | "open";

/** One difference, at a relative place. */
export interface Finding {
  readonly verdict: Verdict;
  readonly at: string;
  readonly message: string;
}

/** One difference, at its full place. */
export interface Change extends Reason {
  readonly verdict: Verdict;
}

/** Places findings in a definition. */
export const toChanges = (findings: readonly Finding[], document: string, pointer = ""): Change[] =>
  findings.map(({ verdict, at, message }) => ({ verdict, document, pointer: pointer + at, message }));

/** Serialises a value independently of key order, for comparison. */
export function toCanonical(value: unknown): string {
  const sorted = (_: string, part: unknown): unknown =>
    isMap(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part;
  return JSON.stringify(value, sorted) ?? "";
}

/** Returns whether two values are equal, in any key order. */
export const isSame = (a: unknown, b: unknown): boolean => toCanonical(a) === toCanonical(b);
