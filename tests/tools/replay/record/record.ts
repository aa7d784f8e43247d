import { chromium, type Browser, type Page } from "playwright";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { chromiumLaunch } from "../../../support/browser.ts";
import { fixturesFolder } from "../read-fixtures.ts";
import { readDocumentSet } from "../references/index.ts";
import { startServer } from "../server.ts";
import { beginAtWorkbench } from "./session/at-workbench.ts";
import { beginSession, type Session } from "./session/session.ts";
import type { Written } from "./session/to-fixture.ts";
import { toRecordingSetup, defaultSetup, type RecordingOptions } from "./recording-setup.ts";
import { tryFixture } from "./try-fixture.ts";
import { openWorkbench, toWorkbenchQuery } from "./workbench.ts";
import { assertFreeName, writeFixture } from "./write-fixture.ts";

/** The recorded page: the app, or a frame of the workbench. */
export type RecordingPage = "app" | "workbench";

/**
 * Records a person in a browser until they close it, writes the fixture and plays it. Returns the exit code: 1 without
 * a fixture or when it fails. Throws InvalidFixture for an invalid name or place.
 */
export async function record(
  name: string | undefined,
  place: RecordingOptions,
  schemasDir: string,
  bench: RecordingPage,
): Promise<number> {
  assertFreeName(name, fixturesFolder);
  const set = await readDocumentSet(schemasDir);
  const begin = bench === "app" ? inApp(place, set) : inWorkbench(place, set, schemasDir);
  if (!hasDisplay()) {
    console.error("There is no display to show a browser on: record where there is one, or name one in DISPLAY.");
    return 1;
  }
  const given = process.env["BASE_URL"]?.replace(/\/+$/, "");
  const server = given === undefined ? await startServer() : undefined;
  const baseUrl = given ?? server?.baseUrl ?? "";
  const browser = await chromium.launch({ ...chromiumLaunch(), headless: false });
  try {
    const { page, session, close } = await begin(browser, baseUrl);
    console.log(`Recording '${name}': do in the browser what a candidate does, and close it at the end.`);
    await page.waitForEvent("close", { timeout: 0 });
    const written = await session.finish(set);
    await close?.();
    if (!written) {
      console.error("Nothing was done, so nothing is written.");
      return 1;
    }
    const fixture = writeFixture(name, written.fixture, fixturesFolder);
    printWritten(name, written);
    return (await tryFixture(fixture, baseUrl, set)).holds ? 0 : 1;
  } finally {
    await browser.close();
    await server?.stop();
  }
}

/** Starts a recording in a browser. `close` stops what it started. */
type Begin = (
  browser: Browser,
  baseUrl: string,
) => Promise<{ page: Page; session: Session; close?: () => Promise<void> }>;

function inApp(place: RecordingOptions, set: DefinitionSet): Begin {
  const setting = toRecordingSetup(place, set);
  const { viewport, locale, timeZone } = setting;
  return async (browser, baseUrl) => {
    const page = await browser.newPage({ viewport, locale, timezoneId: timeZone });
    return { page, session: await beginSession(page, setting, baseUrl) };
  };
}

function inWorkbench(place: RecordingOptions, set: DefinitionSet, schemasDir: string): Begin {
  const query = toWorkbenchQuery(place, set);
  return async (browser, baseUrl) => {
    const { url, close } = await openWorkbench(baseUrl, schemasDir);
    const page = await browser.newPage({ viewport: null, timezoneId: defaultSetup.timeZone });
    return { page, session: await beginAtWorkbench(page, url + query, baseUrl), close };
  };
}

const hasDisplay = (): boolean =>
  process.platform !== "linux" || Boolean(process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"]);

/** Prints the file of the fixture, what it omits and what to review. */
export function printWritten(name: string, { unsaid, kept }: Pick<Written, "unsaid" | "kept">): void {
  console.log(`Written: fixtures/${name}.json`);
  for (const one of unsaid) console.log(`  not written: ${one}`);
  for (const [words, where] of kept) console.log(`  as it was typed, look it over: ${where} '${words}'`);
}
