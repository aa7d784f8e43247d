import { BrowserReading, browserVerbs } from "../replay/browser-verbs.ts";
import { play } from "../replay/play.ts";
import { readFixtures } from "../replay/read-fixtures.ts";
import { expect, test } from "./watched.ts";

// Each fixture in a real browser, on the phone-sized screen of the configuration; the policy and the console are watched.
for (const fixture of readFixtures()) {
  test(fixture.description, async ({ page, baseURL }) => {
    test.setTimeout(180_000);
    const told: string[] = [];
    await play(new BrowserReading(fixture, baseURL, page), browserVerbs, (step) => void told.push(step.id));
    expect(told).toEqual(fixture.steps.map((step) => step.id));
  });
}
