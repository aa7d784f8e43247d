import { BrowserReading } from "../replay/browser-reading.ts";
import { listSteps } from "../replay/beginning.ts";
import { browserVerbs } from "../replay/browser-verbs.ts";
import { cameraContext } from "../replay/camera.ts";
import { findUnequalStep, play } from "../replay/play.ts";
import { readFixtures } from "../replay/read-fixtures.ts";
import { readSeenHeadless } from "./seen-headless.ts";
import { expect, test } from "./watched.ts";

test.use(cameraContext);

const fixtures = readFixtures();
/** Stories of so many steps are played in a browser here; `npm run replay` plays all of them. */
const isLong = ({ steps }: (typeof fixtures)[number]) => steps.length >= 5;
/** It has the page answered in the server's place; what Chromium says of such answers is what was meant. */
const isAnsweredFor = (fixture: (typeof fixtures)[number]) =>
  listSteps(fixture).some((step) => step.do.some((action) => "reply" in action));
const provoked = /^console: Failed to load resource: (?:the server responded with a status of 5\d\d|net::ERR_FAILED)/;
// Each is a history of its own: they are played beside each other.
test.describe.configure({ mode: "parallel" });

// The long stories in a real browser, on the phone-sized screen of the configuration; the policy and the console are watched.
for (const fixture of fixtures.filter(isLong)) {
  test(fixture.description, async ({ page, baseURL, watch }) => {
    test.setTimeout(180_000);
    const seen = await play(new BrowserReading(fixture, baseURL, page), browserVerbs);
    expect(seen.map(({ step }) => step.id)).toEqual(fixture.steps.map((step) => step.id));
    if (isAnsweredFor(fixture))
      watch.faults.splice(0, Infinity, ...watch.faults.filter((line) => !provoked.test(line)));
    // Without a browser it is the same: what stands there, what can be done, and what the page did, after every step.
    expect(findUnequalStep(await readSeenHeadless(fixture.name), seen)).toBeUndefined();
  });
}
