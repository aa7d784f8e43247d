import type { Fixture } from "../contracts.ts";
import type { Triable } from "../coverage.ts";
import type { ReadingName, Story } from "../report/story.ts";

/** How fixtures are played, and what is made of it. */
export interface Manner {
  readonly schemasDir: string;
  readonly readings: readonly ReadingName[];
  /** What is shown is kept. */
  readonly update: boolean;
  /** The folder of a report, in which pictures lie. */
  readonly pictures: string | undefined;
  /** What was perceived after each step is wanted afterwards too. */
  readonly remembers: boolean;
}

/** A fixture that was played, with what of the documents it tried. */
export interface PlayedStory {
  readonly story: Story;
  readonly tried: readonly Triable[];
}

/** What plays fixtures, one after another. */
export interface Player {
  /** Takes the documents as they are now. */
  begin(): Promise<void>;
  /** Never throws for what does not hold: that is a fault of the story. */
  play(fixture: Fixture): Promise<PlayedStory>;
  close(): Promise<void>;
}
