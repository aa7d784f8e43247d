import { BrowserReading } from "../replay/browser-reading.ts";
import { listSteps } from "../replay/beginning.ts";
import { browserVerbs } from "../replay/browser-verbs.ts";
import { cameraContext } from "../replay/camera.ts";
import type { Fixture } from "../replay/contracts.ts";
import { chooseFew } from "../replay/few-stories.ts";
import { findUnequalStep, play } from "../replay/play.ts";
import { readFixtures } from "../replay/read-fixtures.ts";
import { readSeenHeadless } from "./seen-headless.ts";
import { expect, test } from "./watched.ts";

test.use({ ...cameraContext, contextOptions: { reducedMotion: "no-preference" } });

/** It has the page answered in the server's place, or takes its line away; what Chromium says of that is what was meant. */
const isAnsweredFor = (fixture: Fixture) =>
  listSteps(fixture).some((step) => step.do.some((action) => "reply" in action || "offline" in action));
const provoked =
  /^console: Failed to load resource: (?:the server responded with a status of 5\d\d|net::ERR_(?:FAILED|INTERNET_DISCONNECTED))/;
// Each is a history of its own: they are played beside each other.
test.describe.configure({ mode: "parallel" });

// Every screen, kind of control and verb in a real browser, on the phone-sized screen of the configuration; the policy and
// the console are watched. `npm run replay` plays all stories there.
for (const fixture of chooseFew(readFixtures())) {
  test(fixture.description, async ({ page, baseURL, watch }) => {
    const seen = await play(new BrowserReading(fixture, baseURL, page), browserVerbs);
    expect(seen.map(({ step }) => step.id)).toEqual(fixture.steps.map((step) => step.id));
    if (isAnsweredFor(fixture))
      watch.faults.splice(0, Infinity, ...watch.faults.filter((line) => !provoked.test(line)));
    // Without a browser it is the same: what stands there, what can be done, and what the page did, after every step.
    expect(findUnequalStep(await readSeenHeadless(fixture.name), seen)).toBeUndefined();
  });
}
