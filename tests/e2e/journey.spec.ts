import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { BrowserReading, browserVerbs } from "../replay/browser-verbs.ts";
import { findUnequalStep, play, type Seen } from "../replay/play.ts";
import { readFixtures } from "../replay/read-fixtures.ts";
import { expect, test } from "./watched.ts";

/** What a page without a browser perceives of a fixture, in a process of its own: it puts itself in a browser's place. */
async function playHeadless(name: string, baseUrl: string, file: string): Promise<Seen[]> {
  const command = ["--import", "tsx", "tests/replay/main.ts", name, "--headless", "--seen", file];
  await promisify(execFile)(process.execPath, command, { env: { ...process.env, BASE_URL: baseUrl } });
  return JSON.parse(readFileSync(file, "utf8")) as Seen[];
}

// Each fixture in a real browser, on the phone-sized screen of the configuration; the policy and the console are watched.
for (const fixture of readFixtures()) {
  test(fixture.description, async ({ page, baseURL }, info) => {
    test.setTimeout(180_000);
    const seen = await play(new BrowserReading(fixture, baseURL, page), browserVerbs);
    expect(seen.map(({ step }) => step.id)).toEqual(fixture.steps.map((step) => step.id));
    // Without a browser it is the same: what stands there, what can be done, and what the page did, after every step.
    const beside = await playHeadless(fixture.name, baseURL, info.outputPath("headless.json"));
    expect(findUnequalStep(beside, seen)).toBeUndefined();
  });
}
