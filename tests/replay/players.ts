import { mkdirSync } from "node:fs";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { chromium, type Page } from "playwright";
import { appRoot } from "#server/root.ts";
import { chromiumLaunch } from "../browser.ts";
import { BrowserReading } from "./browser-reading.ts";
import { browserVerbs } from "./browser-verbs.ts";
import { cameraArgs, cameraContext } from "./camera.ts";
import type { Fixture } from "./contracts.ts";
import type { Triable } from "./coverage.ts";
import { playInEngine, playOnServer } from "./engine/play-in-engine.ts";
import { findTape, keepTape } from "./engine/tapes.ts";
import { play, type Told } from "./play.ts";
import type { Album } from "./report/album.ts";
import type { Played, PlayedStep, ReadingName } from "./report/story.ts";

const results = path.join(appRoot, "dist/test-results/replay");
/** The rules that a page must keep. */
const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Where fixtures are played, and what is made of it beside. */
export interface Stage {
  readonly baseUrl: string;
  /** Hears of each step as it is done. */
  readonly told: Told;
  /** Takes what of the documents was tried. */
  readonly tried: Set<Triable>;
  /** Takes a picture after each step in a browser, and has axe look at it. */
  readonly album: Album | undefined;
  /** Serves the documents where no server does. */
  readonly documents: typeof fetch | undefined;
}

/** Plays a fixture in one reading, as far as it goes. Never throws for what does not hold: that is its `failure`. */
export async function playIn(reading: ReadingName, fixture: Fixture, stage: Stage): Promise<Played> {
  const steps: PlayedStep[] = [];
  const players = { headless: playHeadless, engine: playEngine, browser: playBrowser };
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

async function playHeadless(fixture: Fixture, { baseUrl, told, tried }: Stage, steps: PlayedStep[]): Promise<void> {
  const { reading, tape } = await playOnServer(fixture, baseUrl, noteIn(steps, told));
  keepTape(fixture, tape);
  for (const one of reading.tried) tried.add(one);
}

async function playEngine(fixture: Fixture, { told, tried, documents }: Stage, steps: PlayedStep[]): Promise<void> {
  const tape = findTape(fixture);
  if (!tape || !documents) throw new Error("no server has answered it: it did not hold on one");
  const { reading } = await playInEngine(fixture, tape, documents, noteIn(steps, told));
  for (const one of reading.tried) tried.add(one);
}

async function playBrowser(fixture: Fixture, { baseUrl, told, album }: Stage, steps: PlayedStep[]): Promise<void> {
  const launch = chromiumLaunch();
  const browser = await chromium.launch({ ...launch, args: [...launch.args, ...cameraArgs] });
  try {
    const { viewport, locale, timeZone } = fixture;
    const context = await browser.newContext({ viewport, locale, timezoneId: timeZone, ...cameraContext });
    const page = await context.newPage();
    try {
      await play(new BrowserReading(fixture, baseUrl, page), browserVerbs, async (step, tookMs, observation) => {
        const looked = album && {
          picture: await album.take(page, fixture.name, step.id),
          violations: await findViolations(page),
        };
        steps.push({ step, tookMs, observation, ...looked });
        await told(step, tookMs, observation);
      });
    } catch (error) {
      const picture = await takeFailure(page, fixture.name);
      if (error instanceof Error) error.message += `\n    picture: ${picture}`;
      throw error;
    }
  } finally {
    await browser.close();
  }
}

async function takeFailure(page: Page, name: string): Promise<string> {
  mkdirSync(results, { recursive: true });
  const picture = path.join(results, `${name}.png`);
  await page.screenshot({ path: picture, fullPage: true });
  return path.relative(appRoot, picture);
}

/** What axe finds wrong with the page: a line for each rule, with how often. */
async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(axeTags).analyze();
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length} ×, ${String(nodes[0]?.target[0])})`);
}
