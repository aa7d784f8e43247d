/*
 * `npm run replay [name] [--engine | --headless | --browser]`: plays the fixtures and prints a line per step. Played in
 * several ways, what is perceived after each step must be the same. Ends with 1 when anything differs. BASE_URL names a
 * server that runs already, in sandbox mode; without it one is started on an empty database where one is needed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright";
import { appRoot } from "#server/root.ts";
import { chromiumLaunch } from "../browser.ts";
import { BrowserReading, browserVerbs } from "./browser-verbs.ts";
import type { Fixture } from "./contracts.ts";
import { countKinds, listTriable, type Triable } from "./coverage.ts";
import { openDocuments } from "./engine/documents.ts";
import { playInEngine, playOnServer } from "./engine/play-in-engine.ts";
import { findTape, keepTape } from "./engine/tapes.ts";
import { writeDraft } from "./draft.ts";
import { findUnequalStep, play, type Seen, type Told } from "./play.ts";
import { BadFixture, fixturesFolder, readFixtures } from "./read-fixtures.ts";
import { assertReferences, readDocumentSet } from "./references/index.ts";
import { findUnkept, forgetOthers, keep } from "./kept/keep.ts";
import { toKeptText } from "./kept/kept-text.ts";
import { startServer } from "./server.ts";

const results = path.join(appRoot, "dist/test-results/replay");
type Player = (fixture: Fixture, baseUrl: string, told: Told) => Promise<Seen[]>;
/** What of the documents the readings without a browser have tried. */
const tried = new Set<Triable>();
const readings: Readonly<Record<"headless" | "engine" | "browser", Player>> = {
  headless: inHeadless,
  engine: inEngine,
  browser: inBrowser,
};
type ReadingName = keyof typeof readings;
const usual: readonly ReadingName[] = ["headless", "browser"];
const schemasDir = process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas");
let documents: ReturnType<typeof openDocuments> | undefined;
const options = {
  /** On the documents alone, with what a server answered when it was last played on one. */
  engine: { type: "boolean" },
  headless: { type: "boolean" },
  browser: { type: "boolean" },
  /** Where what was perceived is written, as JSON. */
  seen: { type: "string" },
  /** Keeps what is shown without a browser; else it is compared with what is kept. */
  update: { type: "boolean" },
  /** Says what of the documents no fixture has tried. */
  missing: { type: "boolean" },
  /** Writes the beginning of a fixture for one of them. */
  draft: { type: "string" },
  /** How many percent of it must have been tried. */
  least: { type: "string" },
} as const;

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof BadFixture || error instanceof TypeError ? error.message : error);
  return 1;
});
// What a page without a browser has begun (renewals, polls) ends with it.
process.exit();

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const set = await readDocumentSet(schemasDir);
  if (values.draft !== undefined) {
    const written = writeDraft(values.draft, listTriable(set), set.sources, fixturesFolder);
    console.log(`Written: ${path.relative(appRoot, written)}`);
    return 0;
  }
  const fixtures = readFixtures(positionals[0]);
  assertReferences(fixtures, set);
  const asked = (Object.keys(readings) as ReadingName[]).filter((name) => values[name]);
  const chosen = asked.length > 0 ? asked : usual;
  const unheard = chosen.includes("engine") ? fixtures.filter((fixture) => !findTape(fixture)) : [];
  const needsServer = unheard.length > 0 || chosen.some((name) => name !== "engine");
  const server = needsServer && process.env["BASE_URL"] === undefined ? await startServer() : undefined;
  const baseUrl = (process.env["BASE_URL"] ?? server?.baseUrl ?? "").replace(/\/+$/, "");
  try {
    let failed = 0;
    // For what no server has answered yet.
    if (!chosen.includes("headless")) for (const fixture of unheard) await tell(fixture, "headless", baseUrl);
    if (chosen.includes("engine")) await readDocuments();
    const started = Date.now();
    for (const fixture of fixtures) {
      const seen: (Seen[] | undefined)[] = [];
      for (const name of chosen) seen.push(await tell(fixture, name, baseUrl));
      const [one, ...others] = seen;
      if (values.seen && one) writeFileSync(values.seen, JSON.stringify(one));
      failed += seen.filter((each) => each === undefined).length;
      if (one) failed += others.filter((other) => other && !isEqual(one, other)).length;
      if (one && chosen[0] !== "browser" && !isAsKept(fixture, one, values.update === true)) failed += 1;
    }
    if (values.update && positionals.length === 0) forgetOthers(fixtures.map(({ name }) => name));
    const played = fixtures.length * chosen.length;
    const tookMs = Date.now() - started;
    const rate = `${(tookMs / 1000).toFixed(1)} s, ${((1000 * played) / tookMs).toFixed(1)} a second`;
    console.log(`\n${played} played, ${failed === 0 ? "all hold" : `${failed} differ`} (${rate})`);
    const share = chosen.some((name) => name !== "browser")
      ? tellCoverage(listTriable(set), values.missing === true)
      : 100;
    const isEnough = values.least === undefined || share >= Number(values.least);
    if (values.least !== undefined)
      console.log(`  ${share.toFixed(1)} percent in all, ${isEnough ? "is enough" : `less than ${values.least}`}`);
    return failed > 0 || !isEnough ? 1 : 0;
  } finally {
    await server?.stop();
  }
}

/** Plays one reading and prints its steps; what was perceived, undefined when it does not hold. */
async function tell(fixture: Fixture, name: ReadingName, baseUrl: string): Promise<Seen[] | undefined> {
  console.log(`\n${fixture.name} (${name})\n  ${fixture.description}`);
  try {
    return await readings[name](fixture, baseUrl, (step, tookMs) =>
      console.log(`  ✓ ${step.id} (${tookMs} ms) ${step.says}`),
    );
  } catch (error) {
    console.log(`  ✗ ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function isEqual(one: Seen[], other: Seen[]): boolean {
  const unequal = findUnequalStep(one, other);
  console.log(unequal === undefined ? "  = the same after every step" : `  ≠ ${unequal}`);
  return unequal === undefined;
}

/** What was shown without a browser is what is kept of the fixture; with `update` it is from now on. */
function isAsKept(fixture: Fixture, seen: Seen[], update: boolean): boolean {
  const text = toKeptText(fixture, seen);
  if (update) keep(fixture.name, text);
  const unkept = findUnkept(fixture.name, text);
  if (unkept !== undefined) console.log(`  ≠ ${unkept}`);
  return unkept === undefined;
}

/** Says how much of the documents was tried; with `whole`, a line for each thing that was not. Gives the share, in percent. */
function tellCoverage(all: readonly Triable[], whole: boolean): number {
  for (const [kind, own, of] of countKinds(all, tried)) console.log(`  ${kind.padEnd(9)} ${own} of ${of} tried`);
  const left = all.filter((each) => !tried.has(each));
  if (whole) for (const one of left) console.log(`  not tried: ${one}`);
  return (100 * (all.length - left.length)) / all.length;
}

async function inHeadless(fixture: Fixture, baseUrl: string, told: Told): Promise<Seen[]> {
  const { seen, reading, tape } = await playOnServer(fixture, baseUrl, told);
  keepTape(fixture, tape);
  for (const one of reading.tried) tried.add(one);
  return seen;
}

async function inEngine(fixture: Fixture, _baseUrl: string, told: Told): Promise<Seen[]> {
  const tape = findTape(fixture);
  if (!tape) throw new Error("no server has answered it: it did not hold on one");
  const { seen, reading } = await playInEngine(fixture, tape, (await readDocuments()).fetch, told);
  for (const one of reading.tried) tried.add(one);
  return seen;
}

/** The documents, compiled once in this process. */
function readDocuments(): ReturnType<typeof openDocuments> {
  documents ??= openDocuments(schemasDir);
  return documents;
}

async function inBrowser(fixture: Fixture, baseUrl: string, told: Told): Promise<Seen[]> {
  const browser = await chromium.launch(chromiumLaunch());
  try {
    const context = await browser.newContext({
      viewport: fixture.viewport,
      locale: fixture.locale,
      timezoneId: fixture.timeZone,
    });
    const page = await context.newPage();
    try {
      return await play(new BrowserReading(fixture, baseUrl, page), browserVerbs, told);
    } catch (error) {
      mkdirSync(results, { recursive: true });
      const picture = path.join(results, `${fixture.name}.png`);
      await page.screenshot({ path: picture, fullPage: true });
      if (error instanceof Error) error.message += `\n    picture: ${path.relative(appRoot, picture)}`;
      throw error;
    }
  } finally {
    await browser.close();
  }
}
