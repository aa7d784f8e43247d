import { mkdirSync } from "node:fs";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { appRoot } from "#server/root.ts";
import { BrowserRun } from "./browser-run.ts";
import { browserVerbs } from "./browser-verbs.ts";
import type { BrowserAdapter } from "./chromium-adapter.ts";
import type { Fixture } from "./contracts.ts";
import { play } from "./play.ts";
import type { Screenshots } from "./report/screenshots.ts";
import type { PlayedStep } from "./report/story.ts";

const results = path.join(appRoot, "dist/test-results/replay");
/** Accessibility rules that axe checks. */
const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * Plays a fixture in its own browser context. `onStep` receives each step, with a screenshot and axe results where
 * `screenshots` is set. Throws with a screenshot when a step fails.
 */
export async function playInBrowser(
  adapter: BrowserAdapter,
  fixture: Fixture,
  baseUrl: string,
  screenshots: Screenshots | undefined,
  onStep: (played: PlayedStep) => Promise<void>,
): Promise<void> {
  const browser = await adapter.launch();
  try {
    const { viewport, locale, timeZone } = fixture;
    const context = await browser.newContext({ viewport, locale, timezoneId: timeZone, ...adapter.context });
    const page = await context.newPage();
    try {
      await play(new BrowserRun(fixture, baseUrl, page, adapter), browserVerbs, async (step, tookMs, observation) => {
        const checks = screenshots && {
          picture: await screenshots.take(page, fixture.name, step.id),
          violations: await findViolations(page),
        };
        await onStep({ step, tookMs, observation, ...checks });
      });
    } catch (error) {
      const file = await takeFailureScreenshot(page, fixture.name);
      if (error instanceof Error) error.message += `\n    picture: ${file}`;
      throw error;
    }
  } finally {
    await browser.close();
  }
}

async function takeFailureScreenshot(page: Page, name: string): Promise<string> {
  mkdirSync(results, { recursive: true });
  const file = path.join(results, `${name}.png`);
  await page.screenshot({ path: file, fullPage: true });
  return path.relative(appRoot, file);
}

/** Violations that axe finds, one line per rule with a count. */
async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(axeTags).analyze();
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length} ×, ${String(nodes[0]?.target[0])})`);
}
