import type { Fixture, Step } from "../contracts.ts";
import type { Observation } from "../observation.ts";

/** Modes of a run. */
export const runModes = ["headless", "browser", "firefox"] as const;
export type RunMode = (typeof runModes)[number];
/** Modes with a browser. Only the headless mode reports coverage and every text. */
export const browserModes: ReadonlySet<RunMode> = new Set(["browser", "firefox"]);

/** Screenshot after a step. Files are relative to the report's folder. */
export interface Screenshot {
  readonly file: string;
  /** The stored screenshot, if there is one. */
  readonly stored?: string;
  /** The marked difference, if there is one. */
  readonly difference?: string;
  /** The difference in percent. */
  readonly percent?: number;
}

/** A played step. */
export interface PlayedStep {
  readonly step: Step;
  readonly tookMs: number;
  readonly observation: Observation | undefined;
  readonly picture?: Screenshot;
  /** Violations that axe finds, one line per rule. */
  readonly violations?: readonly string[];
}

/** A run of a fixture up to its end or its failure. */
export interface Played {
  readonly mode: RunMode;
  readonly steps: readonly PlayedStep[];
  /** The reason of the failure. */
  readonly failure?: string;
}

/** A fixture with its runs and faults: failed steps, differences between modes and from the snapshot. */
export interface Story {
  readonly fixture: Fixture;
  readonly played: readonly Played[];
  readonly faults: readonly string[];
}
