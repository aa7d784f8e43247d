import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import type { Fixture, Step } from "../contracts.ts";
import type { Observation } from "../observation.ts";
import { Screenshots, compare } from "./screenshots.ts";
import { toReport } from "./page.ts";
import type { PlayedStep, Story } from "./story.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-report-"));
afterAll(() => rmSync(folder, { recursive: true }));

const square = (...black: [x: number, y: number][]): Promise<Buffer> => {
  const pixels = Buffer.alloc(10 * 10 * 3, 255);
  for (const [x, y] of black) pixels.fill(0, (y * 10 + x) * 3, (y * 10 + x) * 3 + 3);
  return sharp(pixels, { raw: { width: 10, height: 10, channels: 3 } })
    .png()
    .toBuffer();
};
const step: Step = { id: "pay", title: "Pays <all>.", do: [{ press: "Pay & go" }, { see: { text: "Paid" } }] };
const seen = (...lines: string[]): Observation => ({
  screen: "bill",
  title: "Bill",
  stepsBack: 0,
  lines,
  announced: [],
  trace: [],
  downloaded: [],
  tracked: [],
  stored: [],
  sent: [],
});
const played = (more: Partial<PlayedStep>): PlayedStep => ({
  step,
  tookMs: 5,
  observation: seen("button 'Pay'"),
  ...more,
});
const story = (more: Partial<Story>): Story => ({
  fixture: { name: "pays", description: "Somebody pays.", steps: [step, step] } as unknown as Fixture,
  played: [{ mode: "headless", steps: [played({}), played({ observation: seen("link 'Receipt'") })] }],
  faults: [],
  ...more,
});
const coverage = {
  all: ["language one/en", "language one/hi", "rule a does not hold", "rule a holds", "state CLOSED"],
  covered: new Set(["language one/en", "rule a holds"]),
  organisations: ["one"],
  languages: ["en", "hi"],
};
const at = new Date("2027-02-01T10:00:00Z");

test("shows each step's actions and changes, closed when the fixture passes", () => {
  const page = toReport([story({})], coverage, at);
  expect(page).toContain("<h3>1. Pays &lt;all&gt;.</h3>");
  expect(page).toContain("press &#39;Pay &amp; go&#39;");
  expect(page).toContain(`<span class="went">  - button &#39;Pay&#39;</span><span class="came">  + link`);
  expect(page).toContain('<details id="pays">');
  expect(page).not.toMatch(/<script|https?:\/\//);
});

test("shows failures first and open, with the reason and unplayed steps", () => {
  const other = story({ faults: ["headless: there is no button 'Pay'"], played: [{ mode: "headless", steps: [] }] });
  const page = toReport([story({}), { ...other, fixture: { ...other.fixture, name: "stops" } }], undefined, at);
  expect(page.indexOf('<details id="stops" open>')).toBeGreaterThan(0);
  expect(page.indexOf('<details id="stops" open>')).toBeLessThan(page.indexOf('<details id="pays">'));
  expect(page).toContain("headless: there is no button &#39;Pay&#39;</p>");
  expect(page).toContain("2 steps were not played.");
});

test("lists uncovered items with the command for a draft", () => {
  const page = toReport([story({})], coverage, at);
  expect(page).toContain("40.0 %");
  expect(page).toContain("--draft &quot;state CLOSED&quot;".replaceAll("&quot;", '"'));
  expect(page).toContain(`<th scope="row">one</th><td class="good">✓ covered</td><td class="bad">not covered</td>`);
  expect(page).toContain("<strong>1</strong>only holding");
});

test("shows screenshots before and after a step, and axe violations", () => {
  const steps = [
    played({ picture: { file: "one.webp" }, violations: [] }),
    played({
      picture: { file: "two.webp", stored: "stored.webp", difference: "d.webp", percent: 1.5 },
      violations: ["label: …"],
    }),
  ];
  const page = toReport([story({ played: [{ mode: "browser", steps }] })], undefined, at);
  const second = page.slice(page.indexOf("<h3>2."));
  expect([...second.matchAll(/src="([^"]+)"/g)].map(([, file]) => file)).toEqual([
    "one.webp",
    "two.webp",
    "stored.webp",
    "d.webp",
  ]);
  expect(second).toContain("1.50 % differs from the stored screenshot");
  expect(second).toContain("axe: label: …");
});

test("compares two screenshots pixel by pixel, even of different heights", async () => {
  expect(await compare(await square(), await square())).toEqual({ percent: 0 });
  const { percent, picture } = await compare(await square(), await square([3, 4], [5, 5]));
  expect(percent).toBe(2);
  const [red, green] = await sharp(picture)
    .extract({ left: 3, top: 4, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  expect(red! - green!).toBeGreaterThan(200);
  const longer = await sharp(await square())
    .extend({ bottom: 10, background: "white" })
    .png()
    .toBuffer();
  expect((await compare(await square(), longer)).percent).toBe(50);
});

test("stores screenshots on update, and reports the difference later", async () => {
  const stored = path.join(folder, "stored");
  const makeScreenshots = (update: boolean) => new Screenshots(folder, update, stored);
  const first = await makeScreenshots(false).add(await square(), "pays", "pay");
  expect(first).toEqual({ file: path.join("pictures", "pays", "pay.webp") });
  await makeScreenshots(true).add(await square(), "pays", "pay");
  expect(await makeScreenshots(false).add(await square(), "pays", "pay")).toMatchObject({ percent: 0 });
  const { percent, difference } = await makeScreenshots(false).add(await square([1, 1]), "pays", "pay");
  expect(percent).toBe(1);
  expect(readFileSync(path.join(folder, difference!)).length).toBeGreaterThan(0);
});
