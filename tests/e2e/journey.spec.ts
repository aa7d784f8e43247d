import { chromiumLaunch } from "../browser.ts";
import { BrowserReading } from "../replay/browser-reading.ts";
import { listSteps } from "../replay/beginning.ts";
import { browserVerbs } from "../replay/browser-verbs.ts";
import { cameraArgs, cameraContext } from "../replay/camera.ts";
import { findUnequalStep, play } from "../replay/play.ts";
import { readFixtures } from "../replay/read-fixtures.ts";
import { SeenHeadless } from "./seen-headless.ts";
import { expect, test } from "./watched.ts";

const launch = chromiumLaunch();
test.use({ launchOptions: { ...launch, args: [...launch.args, ...cameraArgs] }, ...cameraContext });

/** What was perceived of all of them, by the first test. */
const headless = new SeenHeadless("seen");

const fixtures = readFixtures();
/** Stories of so many steps are played in a browser here; `npm run replay` plays all of them. */
const isLong = ({ steps }: (typeof fixtures)[number]) => steps.length >= 5;
/** It has the page answered in the server's place; what Chromium says of such answers is what was meant. */
const isAnsweredFor = (fixture: (typeof fixtures)[number]) =>
  listSteps(fixture).some((step) => step.do.some((action) => "reply" in action));
const provoked = /^console: Failed to load resource: (?:the server responded with a status of 5\d\d|net::ERR_FAILED)/;
/** How much of what the documents offer the fixtures must try at least, in percent. */
const triedAtLeast = 95;

test(`${fixtures.length} fixtures hold without a browser, and try ${triedAtLeast} percent of what the documents offer`, async () => {
  test.setTimeout(600_000);
  const told = await headless.playAll("--least", String(triedAtLeast));
  // Lines of their own: stories say such words too.
  expect(told).toMatch(new RegExp(`^${fixtures.length} played, all hold `, "m"));
  expect(told).toMatch(/^ {2}[\d.]+ percent in all, is enough$/m);
});

// The long stories in a real browser, on the phone-sized screen of the configuration; the policy and the console are watched.
for (const fixture of fixtures.filter(isLong)) {
  test(fixture.description, async ({ page, baseURL, watch }) => {
    test.setTimeout(180_000);
    const seen = await play(new BrowserReading(fixture, baseURL, page), browserVerbs);
    expect(seen.map(({ step }) => step.id)).toEqual(fixture.steps.map((step) => step.id));
    if (isAnsweredFor(fixture))
      watch.faults.splice(0, Infinity, ...watch.faults.filter((line) => !provoked.test(line)));
    // Without a browser it is the same: what stands there, what can be done, and what the page did, after every step.
    expect(findUnequalStep(await headless.read(fixture.name), seen)).toBeUndefined();
  });
}
