import { readFixtures } from "../tools/replay/read-fixtures.ts";
import { BrowserRun } from "../tools/replay/browser-run.ts";
import { browserVerbs } from "../tools/replay/browser-verbs.ts";
import { findFirefox, noFirefox } from "../tools/firefox/browser.ts";
import { firefoxAdapter } from "../tools/replay/firefox-adapter.ts";
import { findDifferentStep, play } from "../tools/replay/play.ts";
import { readHeadlessObservations } from "./headless-observations.ts";
import { inOwnBrowser } from "./own-server.ts";
import { expect, test as watched } from "./watched.ts";

const isThere = findFirefox() !== undefined;
const test = watched.extend(inOwnBrowser(firefoxAdapter.launch, firefoxAdapter.context));
test.skip(!isThere, noFirefox);

/**
 * The main journey with a document for each tile, and a camera photo. `npm run replay -- --firefox` plays all fixtures.
 */
const names = ["education-evaluation-from-sign-up-to-completion", "address-proved-with-door-photo"];
/** Firefox requests a favicon from every page and reports pages whose policy forbids it. */
const noIcon = /^(?:uncaught: .* \(img-src\) at|console: policy: img-src forbids) \S+\/favicon\.ico\b/;

for (const fixture of names.flatMap((name) => readFixtures(name))) {
  test(`in Firefox: ${fixture.description}${isThere ? "" : ` (left out: ${noFirefox})`}`, async ({
    page,
    baseURL,
    watch,
  }) => {
    const seen = await play(new BrowserRun(fixture, baseURL, page, firefoxAdapter), browserVerbs);
    expect(seen.map(({ step }) => step.id)).toEqual(fixture.steps.map((step) => step.id));
    watch.faults.splice(0, Infinity, ...watch.faults.filter((line) => !noIcon.test(line)));
    expect(findDifferentStep(await readHeadlessObservations(fixture.name), seen)).toBeUndefined();
  });
}

test(`in Firefox: presses once, however slowly the page reacts${isThere ? "" : ` (left out: ${noFirefox})`}`, async ({
  page,
  baseURL,
}) => {
  await page.setContent(`<button onclick="this.value = Number(this.value) + 1">Continue</button>`);
  // Longer than the runner waits before it looks again.
  await page.evaluate((busyMs) => {
    const beBusy = () => {
      for (const end = Date.now() + busyMs; Date.now() < end;);
    };
    addEventListener("mousemove", beBusy, { capture: true, once: true });
  }, 3000);
  const reading = new BrowserRun(readFixtures(names[0]!)[0]!, baseURL, page, firefoxAdapter);
  await browserVerbs.press({ press: "Continue" }, reading);
  await expect(page.getByRole("button")).toHaveAttribute("value", "1");
});
