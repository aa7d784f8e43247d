import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { chromiumLaunch } from "../browser.ts";
import { BrowserReading } from "../replay/browser-reading.ts";
import { browserVerbs } from "../replay/browser-verbs.ts";
import { cameraArgs, cameraContext } from "../replay/camera.ts";
import { findUnequalStep, play, type Seen } from "../replay/play.ts";
import { readFixtures } from "../replay/read-fixtures.ts";
import { expect, test } from "./watched.ts";

const launch = chromiumLaunch();
test.use({ launchOptions: { ...launch, args: [...launch.args, ...cameraArgs] }, ...cameraContext });

/** What a page without a browser perceives of a fixture, in a process of its own: it puts itself in a browser's place. */
async function playHeadless(name: string, baseUrl: string, file: string): Promise<Seen[]> {
  const command = ["--import", "tsx", "tests/replay/main.ts", name, "--headless", "--seen", file];
  await promisify(execFile)(process.execPath, command, { env: { ...process.env, BASE_URL: baseUrl } });
  return JSON.parse(readFileSync(file, "utf8")) as Seen[];
}

const fixtures = readFixtures();
/** Stories of so many steps are played in a browser here; `npm run replay` plays all of them. */
const isLong = ({ steps }: (typeof fixtures)[number]) => steps.length >= 5;
/** It has the page answered in the server's place; what Chromium says of such answers is what was meant. */
const isAnsweredFor = ({ steps }: (typeof fixtures)[number]) =>
  steps.some((step) => step.do.some((action) => "reply" in action));
const provoked = /^console: Failed to load resource: (?:the server responded with a status of 5\d\d|net::ERR_FAILED)/;
/** How much of what the documents offer the fixtures must try at least, in percent. */
const triedAtLeast = 85;

// The long stories in a real browser, on the phone-sized screen of the configuration; the policy and the console are watched.
for (const fixture of fixtures.filter(isLong)) {
  test(fixture.description, async ({ page, baseURL, watch }, info) => {
    test.setTimeout(180_000);
    const seen = await play(new BrowserReading(fixture, baseURL, page), browserVerbs);
    expect(seen.map(({ step }) => step.id)).toEqual(fixture.steps.map((step) => step.id));
    if (isAnsweredFor(fixture))
      watch.faults.splice(0, Infinity, ...watch.faults.filter((line) => !provoked.test(line)));
    // Without a browser it is the same: what stands there, what can be done, and what the page did, after every step.
    const beside = await playHeadless(fixture.name, baseURL, info.outputPath("headless.json"));
    expect(findUnequalStep(beside, seen)).toBeUndefined();
  });
}

test(`${fixtures.length} fixtures hold without a browser, and try ${triedAtLeast} percent of what the documents offer`, async ({
  baseURL,
}) => {
  test.setTimeout(300_000);
  const command = ["--import", "tsx", "tests/replay/main.ts", "--headless", "--least", String(triedAtLeast)];
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, BASE_URL: baseURL },
    maxBuffer: 1e8,
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toContain("all hold");
  expect(stdout).toContain("is enough");
});
