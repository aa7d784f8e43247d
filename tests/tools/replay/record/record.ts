import { chromium, type Browser, type Page } from "playwright";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { chromiumLaunch } from "../../../support/browser.ts";
import { fixturesFolder } from "../read-fixtures.ts";
import { readDocumentSet } from "../references/index.ts";
import { startServer } from "../server.ts";
import { recordWorkbench } from "./session/workbench-session.ts";
import { startSession, type Session } from "./session/session.ts";
import type { RecordedFixture } from "./session/to-fixture.ts";
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
  options: RecordingOptions,
  schemasDir: string,
  target: RecordingPage,
): Promise<number> {
  assertFreeName(name, fixturesFolder);
  const set = await readDocumentSet(schemasDir);
  const start = target === "app" ? inApp(options, set) : inWorkbench(options, set, schemasDir);
  if (!hasDisplay()) {
    console.error("Recording needs a display for the browser. Set DISPLAY or use a machine with one.");
    return 1;
  }
  const baseUrlSetting = process.env["BASE_URL"]?.replace(/\/+$/, "");
  const server = baseUrlSetting === undefined ? await startServer() : undefined;
  const baseUrl = baseUrlSetting ?? server?.baseUrl ?? "";
  const browser = await chromium.launch({ ...chromiumLaunch(), headless: false });
  try {
    const { page, session, close } = await start(browser, baseUrl);
    console.log(`Recording '${name}': act as the candidate in the browser, then close it.`);
    await page.waitForEvent("close", { timeout: 0 });
    const written = await session.finish(set);
    await close?.();
    if (!written) {
      console.error("There was no action, so no fixture is written.");
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
type StartRecording = (
  browser: Browser,
  baseUrl: string,
) => Promise<{ page: Page; session: Session; close?: () => Promise<void> }>;

function inApp(options: RecordingOptions, set: DefinitionSet): StartRecording {
  const setup = toRecordingSetup(options, set);
  const { viewport, locale, timeZone } = setup;
  return async (browser, baseUrl) => {
    const page = await browser.newPage({ viewport, locale, timezoneId: timeZone });
    return { page, session: await startSession(page, setup, baseUrl) };
  };
}

function inWorkbench(options: RecordingOptions, set: DefinitionSet, schemasDir: string): StartRecording {
  const query = toWorkbenchQuery(options, set);
  return async (browser, baseUrl) => {
    const { url, close } = await openWorkbench(baseUrl, schemasDir);
    const page = await browser.newPage({ viewport: null, timezoneId: defaultSetup.timeZone });
    return { page, session: await recordWorkbench(page, url + query, baseUrl), close };
  };
}

const hasDisplay = (): boolean =>
  process.platform !== "linux" || Boolean(process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"]);

/** Prints the file of the fixture, what it omits and what to review. */
export function printWritten(
  name: string,
  { omitted, unchanged }: Pick<RecordedFixture, "omitted" | "unchanged">,
): void {
  console.log(`Written: fixtures/${name}.json`);
  for (const one of omitted) console.log(`  omitted: ${one}`);
  for (const [text, field] of unchanged) console.log(`  unchanged, please review: ${field} '${text}'`);
}
