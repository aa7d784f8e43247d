import type { Fixture } from "./contracts.ts";
import type { Triable } from "./coverage.ts";
import { playInEngine, playOnServer } from "./engine/play-in-engine.ts";
import { findTape, keepTape } from "./engine/tapes.ts";
import type { Told } from "./play.ts";
import type { Album } from "./report/album.ts";
import { listTyped } from "./untold.ts";
import type { Played, PlayedStep, ReadingName } from "./report/story.ts";

/** Where fixtures are played, and what is made of it beside. */
export interface Stage {
  readonly baseUrl: string;
  /** Hears of each step as it is done. */
  readonly told: Told;
  /** Takes what of the documents was tried. */
  readonly tried: Set<Triable>;
  /** Takes what was typed on a server, and what is secret. */
  readonly typed: Set<string>;
  /** Takes a picture after each step in a browser, and has axe look at it. */
  readonly album: Album | undefined;
  /** Serves the documents where no server does. */
  readonly documents: typeof fetch | undefined;
}

/** One on which nothing is made of what is played, and nobody hears of it. */
export const toQuietStage = (baseUrl: string): Stage => ({
  baseUrl,
  told: () => undefined,
  tried: new Set(),
  typed: new Set(),
  album: undefined,
  documents: undefined,
});

/** Plays a fixture in one reading, as far as it goes. Never throws for what does not hold: that is its `failure`. */
export async function playIn(reading: ReadingName, fixture: Fixture, stage: Stage): Promise<Played> {
  const steps: PlayedStep[] = [];
  const players = { headless: playHeadless, engine: playEngine, browser: playChromium, firefox: playFirefox };
  try {
    await players[reading](fixture, stage, steps);
    return { reading, steps };
  } catch (error) {
    return { reading, steps, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Notes each step, then says so. */
const noteIn =
  (steps: PlayedStep[], told: Told): Told =>
  async (step, tookMs, observation) => {
    steps.push({ step, tookMs, observation });
    await told(step, tookMs, observation);
  };

async function playHeadless(
  fixture: Fixture,
  { baseUrl, told, tried, typed }: Stage,
  steps: PlayedStep[],
): Promise<void> {
  const { reading, tape } = await playOnServer(fixture, baseUrl, noteIn(steps, told));
  keepTape(fixture, tape);
  for (const one of listTyped(tape)) typed.add(one);
  for (const one of reading.tried) tried.add(one);
}

async function playEngine(fixture: Fixture, { told, tried, documents }: Stage, steps: PlayedStep[]): Promise<void> {
  const tape = findTape(fixture);
  if (!tape || !documents) throw new Error("no server has answered it: it did not hold on one");
  const { reading } = await playInEngine(fixture, tape, documents, noteIn(steps, told));
  for (const one of reading.tried) tried.add(one);
}

/** Brings the code that drives browsers: only who plays in one waits for it, and it must come before a page that pretends to be in one. */
export async function loadBrowsers() {
  const [{ playInBrowser }, { chromiumWays }, { firefoxWays }] = await Promise.all([
    import("./play-in-browser.ts"),
    import("./browser-ways.ts"),
    import("./firefox-ways.ts"),
  ]);
  return { playInBrowser, chromiumWays, firefoxWays };
}

async function playChromium(fixture: Fixture, { baseUrl, told, album }: Stage, steps: PlayedStep[]): Promise<void> {
  const { playInBrowser, chromiumWays } = await loadBrowsers();
  await playInBrowser(chromiumWays, fixture, baseUrl, album, noteAs(steps, told));
}

/** Pictures are kept of one browser, and compared with what it drew before. */
async function playFirefox(fixture: Fixture, { baseUrl, told }: Stage, steps: PlayedStep[]): Promise<void> {
  const { playInBrowser, firefoxWays } = await loadBrowsers();
  await playInBrowser(firefoxWays, fixture, baseUrl, undefined, noteAs(steps, told));
}

const noteAs =
  (steps: PlayedStep[], told: Told) =>
  async (played: PlayedStep): Promise<void> => {
    steps.push(played);
    await told(played.step, played.tookMs, played.observation);
  };
