/*
 * `npm run replay [name] [--headless | --browser]`: plays the fixtures and prints a line per step. Ends with 1 when anything differs.
 * BASE_URL names a server that runs already, in sandbox mode; without it one is started on an empty database.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";
import { appRoot } from "#server/root.ts";
import { chromiumLaunch } from "../browser.ts";
import { BrowserReading, browserVerbs } from "./browser-verbs.ts";
import type { Fixture } from "./contracts.ts";
import { HeadlessReading, headlessVerbs } from "./headless-verbs.ts";
import { play, type Told } from "./play.ts";
import { BadFixture, readFixtures } from "./read-fixtures.ts";
import { startServer } from "./server.ts";

const pictures = path.join(appRoot, "dist/test-results/replay");
type Player = (fixture: Fixture, baseUrl: string, told: Told) => Promise<void>;
const readings: Readonly<Record<string, Player>> = { headless: inHeadless, browser: inBrowser };

await main(process.argv.slice(2));

async function main(words: string[]): Promise<void> {
  try {
    const flags = words.filter((word) => word.startsWith("--")).map((word) => word.slice(2));
    const unknown = flags.find((flag) => !Object.hasOwn(readings, flag));
    if (unknown !== undefined)
      throw new BadFixture(
        `There is no --${unknown}. Known: ${Object.keys(readings)
          .map((name) => `--${name}`)
          .join(", ")}.`,
      );
    const fixtures = readFixtures(words.find((word) => !word.startsWith("--")));
    const chosen = flags.length > 0 ? flags : Object.keys(readings);
    const server = process.env["BASE_URL"] === undefined ? await startServer() : undefined;
    const baseUrl = (process.env["BASE_URL"] ?? server?.baseUrl ?? "").replace(/\/+$/, "");
    try {
      let failed = 0;
      for (const fixture of fixtures) for (const name of chosen) if (!(await tell(fixture, name, baseUrl))) failed += 1;
      const played = fixtures.length * chosen.length;
      console.log(`\n${played - failed} of ${played} readings hold`);
      if (failed > 0) process.exitCode = 1;
    } finally {
      await server?.stop();
    }
  } catch (error) {
    console.error(error instanceof BadFixture ? error.message : error);
    process.exitCode = 1;
  }
}

/** Plays one reading and prints its steps; → whether it holds. */
async function tell(fixture: Fixture, name: string, baseUrl: string): Promise<boolean> {
  console.log(`\n${fixture.name} (${name})\n  ${fixture.description}`);
  try {
    await readings[name]!(fixture, baseUrl, (step, tookMs) =>
      console.log(`  ✓ ${step.id} (${tookMs} ms) ${step.says}`),
    );
    return true;
  } catch (error) {
    console.log(`  ✗ ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

async function inHeadless(fixture: Fixture, baseUrl: string, told: Told): Promise<void> {
  await play(new HeadlessReading(fixture, baseUrl), headlessVerbs, told);
}

async function inBrowser(fixture: Fixture, baseUrl: string, told: Told): Promise<void> {
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const context = await browser.newContext({
      viewport: fixture.viewport,
      locale: fixture.locale,
      timezoneId: fixture.timeZone,
    });
    const page = await context.newPage();
    try {
      await play(new BrowserReading(fixture, baseUrl, page), browserVerbs, told);
    } catch (error) {
      mkdirSync(pictures, { recursive: true });
      const picture = path.join(pictures, `${fixture.name}.png`);
      await page.screenshot({ path: picture, fullPage: true });
      if (error instanceof Error) error.message += `\n    picture: ${path.relative(appRoot, picture)}`;
      throw error;
    }
  } finally {
    await browser.close();
  }
}
