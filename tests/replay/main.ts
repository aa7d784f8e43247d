/*
 * `npm run replay [name] [--headless | --engine | --browser]`: plays the fixtures and prints a line per step. Played in
 * several ways, what is perceived after each step must be the same; without a browser it must be what is kept. Ends with 1
 * when anything differs. BASE_URL names a server that runs already, in sandbox mode; without it one is started on an empty
 * database where one is needed.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { appRoot } from "#server/root.ts";
import type { Fixture } from "./contracts.ts";
import { findSaid, readMessages } from "./coverage-messages.ts";
import { countKinds, listLanguages, listTriable, toTriable, type Triable } from "./coverage.ts";
import { writeDraft } from "./draft.ts";
import { openDocuments } from "./engine/documents.ts";
import { findTape } from "./engine/tapes.ts";
import { findUnkept, forgetOthers, keep } from "./kept/keep.ts";
import { toKeptText } from "./kept/kept-text.ts";
import { findUnequalStep, type Seen } from "./play.ts";
import { playIn, type Stage } from "./players.ts";
import { BadFixture, fixturesFolder, readFixtures } from "./read-fixtures.ts";
import { assertReferences, readDocumentSet } from "./references/index.ts";
import { Album } from "./report/album.ts";
import type { Coverage } from "./report/coverage-view.ts";
import { toReport } from "./report/page.ts";
import type { Played, ReadingName, Story } from "./report/story.ts";
import { startServer } from "./server.ts";

const readingNames = ["headless", "engine", "browser"] as const;
const usual: readonly ReadingName[] = ["headless", "browser"];
const schemasDir = process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas");
const options = {
  headless: { type: "boolean" },
  /** On the documents alone, with what a server answered when it was last played on one. */
  engine: { type: "boolean" },
  browser: { type: "boolean" },
  /** Where what was perceived is written, as JSON. */
  seen: { type: "string" },
  /** Keeps what is shown; else what is shown without a browser is compared with what is kept. */
  update: { type: "boolean" },
  /** Writes a page of what was played, with pictures where a browser played: to dist/replay/report.html, or to `--to`. */
  report: { type: "boolean" },
  to: { type: "string" },
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
  const all = listTriable(set);
  if (values.draft !== undefined) {
    console.log(`Written: ${path.relative(appRoot, writeDraft(values.draft, all, set.sources, fixturesFolder))}`);
    return 0;
  }
  const fixtures = readFixtures(positionals[0]);
  assertReferences(fixtures, set);
  const asked = readingNames.filter((name) => values[name]);
  const chosen = asked.length > 0 ? asked : usual;
  const unheard = chosen.includes("engine") ? fixtures.filter((fixture) => !findTape(fixture)) : [];
  const needsServer = unheard.length > 0 || chosen.some((name) => name !== "engine");
  const report =
    values.report || values.to ? path.resolve(values.to ?? path.join(appRoot, "dist/replay/report.html")) : "";
  const update = values.update === true;
  const album =
    report || update ? new Album(path.dirname(report || path.join(appRoot, "dist/replay/x")), update) : undefined;
  const tried = new Set<Triable>();
  const server = needsServer && process.env["BASE_URL"] === undefined ? await startServer() : undefined;
  const baseUrl = (process.env["BASE_URL"] ?? server?.baseUrl ?? "").replace(/\/+$/, "");
  const stage: Stage = {
    baseUrl,
    tried,
    album,
    documents: chosen.includes("engine") ? (await openDocuments(schemasDir)).fetch : undefined,
    told: (step, tookMs) => console.log(`  ✓ ${step.id} (${tookMs} ms) ${step.says}`),
  };
  try {
    // For what no server has answered yet.
    if (!chosen.includes("headless")) for (const fixture of unheard) await playIn("headless", fixture, stage);
    const started = Date.now();
    const stories: Story[] = [];
    for (const fixture of fixtures) {
      const played: Played[] = [];
      for (const name of chosen) {
        console.log(`\n${fixture.name} (${name})\n  ${fixture.description}`);
        const one = await playIn(name, fixture, stage);
        if (one.failure !== undefined) console.log(`  ✗ ${one.failure}`);
        played.push(one);
      }
      if (values.seen && played[0]) writeFileSync(values.seen, JSON.stringify(toSeen(played[0])));
      stories.push({ fixture, played, faults: findFaults(fixture, played, update) });
    }
    if (update && positionals.length === 0) forgetOthers(fixtures.map(({ name }) => name));
    const messages = readMessages(set);
    for (const { observation } of stories.flatMap(({ played }) => played.flatMap(toSeen)))
      for (const id of findSaid(messages, observation)) tried.add(toTriable.message(id));
    const coverage = { all, tried, organisations: set.ids("organisation"), languages: listLanguages(set) };
    const isCovering = chosen.some((name) => name !== "browser");
    if (report) {
      writeFileSync(report, toReport(stories, isCovering ? coverage : undefined, new Date()));
      console.log(`\nReport: ${path.relative(appRoot, report)}`);
    }
    const tookMs = Date.now() - started;
    const differing = stories.filter(({ faults }) => faults.length > 0).length;
    const count = fixtures.length * chosen.length;
    const rate = `${(tookMs / 1000).toFixed(1)} s, ${((1000 * count) / tookMs).toFixed(1)} a second`;
    console.log(`\n${count} played, ${differing === 0 ? "all hold" : `${differing} differ`} (${rate})`);
    const share = isCovering ? tellCoverage(coverage, values.missing === true) : 100;
    const isEnough = values.least === undefined || share >= Number(values.least);
    if (values.least !== undefined)
      console.log(`  ${share.toFixed(1)} percent in all, ${isEnough ? "is enough" : `less than ${values.least}`}`);
    return differing > 0 || !isEnough ? 1 : 0;
  } finally {
    await server?.stop();
  }
}

function toSeen({ steps }: Played): Seen[] {
  return steps.flatMap(({ step, observation }) => (observation ? [{ step, observation }] : []));
}

/** Where a fixture stopped, where its readings differ, and what is not as it is kept; with `update` it is kept first. Prints them. */
function findFaults(fixture: Fixture, played: readonly Played[], update: boolean): string[] {
  const stopped = played.flatMap(({ failure, reading }) => (failure === undefined ? [] : [`${reading}: ${failure}`]));
  if (stopped.length > 0) return stopped;
  const [one, ...others] = played;
  const unequal = others
    .map((other) => one && findUnequalStep(toSeen(one), toSeen(other)))
    .find((fault) => fault !== undefined);
  if (others.length > 0) console.log(unequal === undefined ? "  = the same after every step" : `  ≠ ${unequal}`);
  const text = one && one.reading !== "browser" ? toKeptText(fixture, toSeen(one)) : undefined;
  if (text !== undefined && update) keep(fixture.name, text);
  const unkept = text === undefined ? undefined : findUnkept(fixture.name, text);
  if (unkept !== undefined) console.log(`  ≠ ${unkept}`);
  return [unequal, unkept].filter((fault) => fault !== undefined);
}

/** Says how much of the documents was tried; with `whole`, a line for each thing that was not. Gives the share, in percent. */
function tellCoverage({ all, tried }: Coverage, whole: boolean): number {
  for (const [kind, own, of] of countKinds(all, tried)) console.log(`  ${kind.padEnd(9)} ${own} of ${of} tried`);
  const left = all.filter((each) => !tried.has(each));
  if (whole) for (const one of left) console.log(`  not tried: ${one}`);
  return (100 * (all.length - left.length)) / all.length;
}
