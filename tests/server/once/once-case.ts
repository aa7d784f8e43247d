import type { TestApp } from "../app.ts";

/** What one of several parallel calls got. */
export interface Attempt {
  /** Whether the call got what is given once. */
  won: boolean;
  /** What it got, to compare repeated calls of the same client. */
  given?: unknown;
}

/** Something that may happen once, tried by several clients at the same moment. */
export interface Once {
  attempt(at: number): Promise<Attempt>;
  /** Queries that must each count one afterwards. */
  countsOnce?: readonly (readonly [sql: string, ...values: unknown[]])[];
}

/**
 * `winners: "one"`: the calls differ, and one of them wins. `winners: "same"`: one client repeats its call; at least
 * one call wins, and every winner gets the same.
 */
export interface OnceCase {
  winners: "one" | "same";
  prepare(app: TestApp, attempts: number): Promise<Once>;
}
