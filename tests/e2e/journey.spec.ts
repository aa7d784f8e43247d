import { BrowserRun } from "../tools/replay/browser-run.ts";
import { listSteps } from "../tools/replay/starting-point.ts";
import { browserVerbs } from "../tools/replay/browser-verbs.ts";
import { cameraContext } from "../tools/replay/camera.ts";
import type { Fixture } from "../tools/replay/contracts.ts";
import { chooseSubset } from "../tools/replay/browser-subset.ts";
import { findDifferentStep, play } from "../tools/replay/play.ts";
import { readFixtures } from "../tools/replay/read-fixtures.ts";
import { readHeadlessObservations } from "./headless-observations.ts";
import { expect, test } from "./watched.ts";

test.use({ ...cameraContext, contextOptions: { reducedMotion: "no-preference" } });

/** The fixture mocks answers or cuts the connection, so console errors about those calls are expected. */
const isAnsweredFor = (fixture: Fixture) =>
  listSteps(fixture).some((step) => step.do.some((action) => "reply" in action || "offline" in action));
const provoked =
  /^console: Failed to load resource: (?:the server responded with a status of 5\d\d|net::ERR_(?:FAILED|INTERNET_DISCONNECTED))/;
// Fixtures are independent and run in parallel.
test.describe.configure({ mode: "parallel" });

// Covers every screen, kind of control and verb in a real browser, most on a phone-sized screen. Watches the policy and
// the console. `npm run replay` plays all fixtures.
for (const fixture of chooseSubset(readFixtures())) {
  test(fixture.description, async ({ page, baseURL, watch }) => {
    await page.setViewportSize(fixture.viewport);
    const seen = await play(new BrowserRun(fixture, baseURL, page), browserVerbs);
    expect(seen.map(({ step }) => step.id)).toEqual(fixture.steps.map((step) => step.id));
    if (isAnsweredFor(fixture))
      watch.faults.splice(0, Infinity, ...watch.faults.filter((line) => !provoked.test(line)));
    // The headless run must show the same content, controls and page actions after every step.
    expect(findDifferentStep(await readHeadlessObservations(fixture.name), seen)).toBeUndefined();
  });
}
