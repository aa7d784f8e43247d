import { BrowserRun } from "../tools/replay/browser-run.ts";
import { listSteps } from "../tools/replay/starting-point.ts";
import { browserVerbs } from "../tools/replay/browser-verbs.ts";
import { cameraContext } from "../tools/replay/camera.ts";
import type { Fixture } from "../tools/replay/contracts.ts";
import { chooseSubset } from "../tools/replay/browser-subset.ts";
import { findDifferentStep, play } from "../tools/replay/play.ts";
import { readFixtures } from "../tools/replay/read-fixtures.ts";
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
for (const fixture of chooseSubset(readFixtures())) {
  test(fixture.description, async ({ page, baseURL, watch }) => {
    const seen = await play(new BrowserRun(fixture, baseURL, page), browserVerbs);
    expect(seen.map(({ step }) => step.id)).toEqual(fixture.steps.map((step) => step.id));
    if (isAnsweredFor(fixture))
      watch.faults.splice(0, Infinity, ...watch.faults.filter((line) => !provoked.test(line)));
    // Without a browser it is the same: what stands there, what can be done, and what the page did, after every step.
    expect(findDifferentStep(await readSeenHeadless(fixture.name), seen)).toBeUndefined();
  });
}
