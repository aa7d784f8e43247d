// Compares our form host with stock @rjsf/core (live validation) and plain native inputs, in one Chromium. Prints
// figures; only ratios within a run count. Goals at 500 fields: script per key at least 25 times
// below stock, CPU per key at most 1.2 of native, all fields painted no later, leaving a field no dearer than
// in stock. `rows` is our host with the same fields as rows of a list: it fails where rows cost more than 1.5 times the
// flat form. `npm run bench forms 500` sets sizes other than 30 and 500, `forms 500 ours,rows` the contestants.
import { chromium, type Browser, type CDPSession, type Page } from "playwright";
import { chromiumLaunch } from "../../support/browser.ts";
import { serveBench } from "./parts/forms/site.ts";

const sizes = (process.argv[2] ?? "30,500").split(",").map(Number);
const contestants = process.argv[3]?.split(",") ?? ["native", "stock", "ours", "rows"];
/** The most that rows may cost, as a multiple of the flat form; a millisecond more is noise. */
const dearestRows = 1.5;
const noise = 1;
const samples = 3;
const keys = 40;
/** Keys timed up to their paint, after the keys whose script is measured. */
const timedKeys = 15;
const leaves = 8;

type Row = Record<string, number>;
const site = await serveBench(sizes);
const browser = await chromium.launch(chromiumLaunch());
try {
  for (const size of sizes) {
    const rows: Record<string, Row> = {};
    for (const name of contestants) {
      const measured: Row[] = [];
      for (let sample = 0; sample < samples; sample++)
        measured.push(await measure(browser, `${site.origin}/?c=${name}&n=${size}`));
      rows[name] = toMedians(measured);
    }
    console.log(`\n${size} fields (milliseconds; medians of ${samples} fresh pages, ${keys} keys each)`);
    console.table(rows);
    console.table({
      "stock / ours": toRatios(rows["stock"] ?? {}, rows["ours"] ?? {}),
      "ours / native": toRatios(rows["ours"] ?? {}, rows["native"] ?? {}),
      "rows / ours": toRatios(rows["rows"] ?? {}, rows["ours"] ?? {}),
    });
    for (const [what, cost] of Object.entries(rows["rows"] ?? {})) {
      const flat = rows["ours"]?.[what];
      if (flat === undefined || cost <= dearestRows * flat + noise) continue;
      console.error(`${size} fields: "${what}" costs ${cost} ms in rows and ${flat} ms in a flat form`);
      process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  await site.close();
}

/** Measures a fresh page: mount, first key, keys, leaving the field. Submitting uses another page. */
async function measure(within: Browser, url: string): Promise<Row> {
  const page = await within.newPage({ viewport: { width: 1024, height: 768 } });
  try {
    page.on("pageerror", (error) => console.error(`${url}: ${error.message}`));
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    await page.goto(url);
    await page.evaluate(() => window.benchReady);
    const { firstField, allFields } = await page.evaluate(() => window.bench);
    await page.evaluate(() => window.benchFocus());
    await rest(400);
    const first = await spend(session, () => press(session, "a"));
    const more = await spend(session, async () => {
      for (let key = 0; key < keys; key++) await press(session, "b");
    });
    await page.evaluate(() => window.benchTimePaint());
    for (let key = 0; key < timedKeys; key++) await press(session, "c");
    const left = await leaveFields(page, session);
    const paints = (await page.evaluate(() => window.bench.keyToPaint)).slice(0, timedKeys).sort((a, b) => a - b);
    return {
      "first field": firstField,
      "all fields": allFields,
      "1st key JS": first.script,
      "1st key CPU": first.task,
      "key JS": more.script / keys,
      "key CPU": more.task / keys,
      "key->paint": paints[Math.floor(paints.length / 2)] ?? Number.NaN,
      "1st leave CPU": left[0]?.task ?? Number.NaN,
      "leave JS": toMean(left.map(({ script }) => script)),
      "leave CPU": toMean(left.map(({ task }) => task)),
      "submit CPU": await measureSubmit(within, url),
    };
  } finally {
    await page.close();
  }
}

/** Leaves one field after another by Tab; types a letter into each before. */
async function leaveFields(page: Page, session: CDPSession): Promise<{ script: number; task: number }[]> {
  const spent: { script: number; task: number }[] = [];
  for (let field = 0; field < leaves; field++) {
    await press(session, "b");
    await rest(200);
    spent.push(
      await spend(session, async () => {
        await page.keyboard.press("Tab");
        await rest(250); // longer than the focus transitions
      }),
    );
  }
  return spent;
}

/** Main-thread time of submitting an empty form, which shows every error. */
async function measureSubmit(within: Browser, url: string): Promise<number> {
  const page = await within.newPage({ viewport: { width: 1024, height: 768 } });
  try {
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    await page.goto(url);
    await page.evaluate(() => window.benchReady);
    await rest(400);
    return (
      await spend(session, async () => {
        await page.evaluate(() => document.querySelector<HTMLElement>("button[type=submit]")?.click());
        await rest(900);
      })
    ).task;
  } finally {
    await page.close();
  }
}

async function press(session: CDPSession, key: string): Promise<void> {
  await session.send("Input.dispatchKeyEvent", { type: "keyDown", key, text: key });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", key });
  await rest(40);
}

/** Milliseconds of script and of the whole main thread for an action. */
async function spend(session: CDPSession, act: () => Promise<void>): Promise<{ script: number; task: number }> {
  const before = await readMetrics(session);
  await act();
  const after = await readMetrics(session);
  return { script: after.script - before.script, task: after.task - before.task };
}

async function readMetrics(session: CDPSession): Promise<{ script: number; task: number }> {
  const { metrics } = await session.send("Performance.getMetrics");
  const read = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return { script: read("ScriptDuration"), task: read("TaskDuration") };
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

function toMedians(rows: readonly Row[]): Row {
  const names = Object.keys(rows[0] ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const values = rows.map((row) => row[name] ?? Number.NaN).sort((a, b) => a - b);
      return [name, round(values[Math.floor(values.length / 2)] ?? Number.NaN)];
    }),
  );
}
function toRatios(over: Row, under: Row): Row {
  return Object.fromEntries(
    Object.entries(over).map(([name, value]) => [name, round(value / (under[name] ?? Number.NaN))]),
  );
}
function toMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
