import type { Fixture } from "../contracts.ts";
import type { CoverageItem } from "../coverage.ts";
import type { RunMode, Story } from "../report/story.ts";

/** How fixtures are played, and what is made of it. */
export interface WorkerOptions {
  readonly schemasDir: string;
  readonly modes: readonly RunMode[];
  /** What is shown is kept. */
  readonly update: boolean;
  /** The folder of a report, in which pictures lie. */
  readonly screenshots: string | undefined;
  /** What was perceived after each step is wanted afterwards too. */
  readonly keepsObservations: boolean;
}

/** A fixture that was played, with what of the documents it tried. */
export interface PlayedFixture {
  readonly story: Story;
  readonly covered: readonly CoverageItem[];
}

/** What plays fixtures, one after another. */
export interface FixtureWorker {
  /** Takes the documents as they are now. */
  begin(): Promise<void>;
  /** Never throws for what does not hold: that is a fault of the story. */
  play(fixture: Fixture): Promise<PlayedFixture>;
  close(): Promise<void>;
}
