import type { Fixture, Step } from "../contracts.ts";
import type { Observation } from "../observation.ts";

/** How a fixture can be played. */
export const runModes = ["headless", "browser", "firefox"] as const;
export type RunMode = (typeof runModes)[number];
/** Those that draw the page; what of the documents was tried, and every text, only the others tell. */
export const browserModes: ReadonlySet<RunMode> = new Set(["browser", "firefox"]);

/** A page as it looked after a step; files are named from the report's folder. */
export interface Screenshot {
  readonly file: string;
  /** How it looked when it was kept, where it was. */
  readonly kept?: string;
  /** What is not as it was kept, marked; absent where all of it is. */
  readonly difference?: string;
  /** How much of it is not as it was kept, in percent. */
  readonly percent?: number;
}

/** One step as it was played. */
export interface PlayedStep {
  readonly step: Step;
  readonly tookMs: number;
  readonly observation: Observation | undefined;
  readonly picture?: Screenshot;
  /** What axe found wrong with the page: a line for each rule. */
  readonly violations?: readonly string[];
}

/** One reading of a fixture, as far as it came. */
export interface Played {
  readonly mode: RunMode;
  readonly steps: readonly PlayedStep[];
  /** Why it ended before its last step. */
  readonly failure?: string;
}

/** A fixture with its readings, and what is wrong: where it stopped, where they differ, what is not as it is kept. */
export interface Story {
  readonly fixture: Fixture;
  readonly played: readonly Played[];
  readonly faults: readonly string[];
}
