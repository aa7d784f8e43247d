import type { Fixture } from "../contracts.ts";
import type { CoverageItem } from "../coverage.ts";
import type { RunMode, Story } from "../report/story.ts";

/** Options of a worker. */
export interface WorkerOptions {
  readonly schemasDir: string;
  readonly modes: readonly RunMode[];
  /** Writes snapshots. */
  readonly update: boolean;
  /** Folder for screenshots of the report. */
  readonly screenshots: string | undefined;
  /** Keeps observations of each step for the result. */
  readonly keepsObservations: boolean;
}

/** A played fixture with its coverage. */
export interface PlayedFixture {
  readonly story: Story;
  readonly covered: readonly CoverageItem[];
}

/** Plays fixtures one after another. */
export interface FixtureWorker {
  /** Loads the current definitions. */
  loadDefinitions(): Promise<void>;
  /** Never throws for a failed step. The story has it as a fault. */
  play(fixture: Fixture): Promise<PlayedFixture>;
  close(): Promise<void>;
}
