import type { Fixture } from "./contracts.ts";
import type { CoverageItem } from "./coverage.ts";
import type { OnStep } from "./play.ts";
import { playHeadless } from "./play-headless.ts";
import type { Screenshots } from "./report/screenshots.ts";
import { listTypedValues } from "./log-leaks.ts";
import type { Played, PlayedStep, RunMode } from "./report/story.ts";

/** Where a fixture runs, and who receives its results. */
export interface RunContext {
  readonly baseUrl: string;
  readonly onStep: OnStep;
  /** Receives the coverage items that the run reached. */
  readonly covered: Set<CoverageItem>;
  /** Receives personal data and secrets that the run typed. */
  readonly typed: Set<string>;
  /** Takes a screenshot after each step in Chromium and checks it with axe. */
  readonly screenshots: Screenshots | undefined;
}

/** A context that discards all results. */
export const toQuietContext = (baseUrl: string): RunContext => ({
  baseUrl,
  onStep: () => undefined,
  covered: new Set(),
  typed: new Set(),
  screenshots: undefined,
});

/** Plays a fixture in one mode until its first failure, which it returns. Never throws for a failed step. */
export async function playMode(mode: RunMode, fixture: Fixture, context: RunContext): Promise<Played> {
  const steps: PlayedStep[] = [];
  try {
    await modes[mode](fixture, context, steps);
    return { mode, steps };
  } catch (error) {
    return { mode, steps, failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Loads the browser drivers. This must happen before a headless page sets browser globals. */
export async function loadBrowsers() {
  const [{ playInBrowser }, { chromiumAdapter }, { firefoxAdapter }] = await Promise.all([
    import("./play-in-browser.ts"),
    import("./chromium-adapter.ts"),
    import("./firefox-adapter.ts"),
  ]);
  return { playInBrowser, chromiumAdapter, firefoxAdapter };
}

type PlayIn = (fixture: Fixture, context: RunContext, steps: PlayedStep[]) => Promise<void>;

/** How each mode plays a fixture. */
const modes: Readonly<Record<RunMode, PlayIn>> = {
  headless: async (fixture, { baseUrl, onStep, covered, typed }, steps) => {
    const { run, calls } = await playHeadless(fixture, baseUrl, async (step, tookMs, observation) => {
      steps.push({ step, tookMs, observation });
      await onStep(step, tookMs, observation);
    });
    for (const one of listTypedValues(calls)) typed.add(one);
    for (const one of run.covered) covered.add(one);
  },
  browser: async (fixture, { baseUrl, onStep, screenshots }, steps) => {
    const { playInBrowser, chromiumAdapter } = await loadBrowsers();
    await playInBrowser(chromiumAdapter, fixture, baseUrl, screenshots, recordIn(steps, onStep));
  },
  // Screenshots of two browsers differ, so only Chromium takes them.
  firefox: async (fixture, { baseUrl, onStep }, steps) => {
    const { playInBrowser, firefoxAdapter } = await loadBrowsers();
    await playInBrowser(firefoxAdapter, fixture, baseUrl, undefined, recordIn(steps, onStep));
  },
};

const recordIn =
  (steps: PlayedStep[], onStep: OnStep) =>
  async (played: PlayedStep): Promise<void> => {
    steps.push(played);
    await onStep(played.step, played.tookMs, played.observation);
  };
