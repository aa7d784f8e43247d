import { writeFileSync } from "node:fs";
import path from "node:path";
import { appRoot } from "#server/root.ts";
import type { Fixture } from "./contracts.ts";
import { countKinds, listLanguages, listTriable, type Triable } from "./coverage.ts";
import { openDocuments } from "./engine/documents.ts";
import { findTape } from "./engine/tapes.ts";
import { findUnkept, forgetOthers, keep } from "./kept/keep.ts";
import { toKeptText } from "./kept/kept-text.ts";
import { findUnequalStep, type Seen } from "./play.ts";
import { loadBrowser, playIn, type Stage } from "./players.ts";
import { readFixtures } from "./read-fixtures.ts";
import { assertReferences, readDocumentSet } from "./references/index.ts";
import { Album } from "./report/album.ts";
import type { Coverage } from "./report/coverage-view.ts";
import { toReport } from "./report/page.ts";
import type { Played, ReadingName, Story } from "./report/story.ts";
import { startServer, type RunningServer } from "./server.ts";

/** What is to be played, and what is made of it. */
export interface Asked {
  /** One fixture; all where it is undefined. */
  readonly name: string | undefined;
  readonly readings: readonly ReadingName[];
  /** What is shown is kept. */
  readonly update: boolean;
  /** Where a page of what was played is written. */
  readonly report: string | undefined;
  /** Where what was perceived is written, as JSON. */
  readonly seen: string | undefined;
  /** What no fixture has tried is listed. */
  readonly missing: boolean;
  /** How many percent must have been tried. */
  readonly least: number | undefined;
}

/** Plays the fixtures that are asked for, once or again and again, on one server and one set of documents. */
export class Rounds {
  readonly #asked: Asked;
  readonly #schemasDir: string;
  #server: RunningServer | undefined;
  #documents: Awaited<ReturnType<typeof openDocuments>> | undefined;
  /** What did not hold in the round before is played first. */
  #differed = new Set<string>();

  constructor(asked: Asked, schemasDir: string) {
    this.#asked = asked;
    this.#schemasDir = schemasDir;
  }

  /** One round. Prints a line per step; throws BadFixture, BadDocuments, or where no server starts. */
  async play(): Promise<{ holds: boolean }> {
    const { name, readings, update, report, missing, least } = this.#asked;
    if (readings.includes("browser")) await loadBrowser();
    const set = await readDocumentSet(this.#schemasDir);
    const fixtures = readFixtures(name).toSorted((one, other) => this.#toRank(one) - this.#toRank(other));
    assertReferences(fixtures, set);
    const unheard = readings.includes("engine") ? fixtures.filter((fixture) => !findTape(fixture)) : [];
    const all = listTriable(set);
    const tried = new Set<Triable>();
    const album =
      report !== undefined || update
        ? new Album(path.dirname(report ?? path.join(appRoot, "dist/replay/x")), update)
        : undefined;
    const stage: Stage = {
      baseUrl: unheard.length > 0 || readings.some((reading) => reading !== "engine") ? await this.serve() : "",
      tried,
      album,
      documents: readings.includes("engine") ? await this.#openDocuments() : undefined,
      told: (step, tookMs) => console.log(`  ✓ ${step.id} (${tookMs} ms) ${step.says}`),
    };
    // For what no server has answered yet.
    if (!readings.includes("headless")) for (const fixture of unheard) await playIn("headless", fixture, stage);
    const started = Date.now();
    const stories: Story[] = [];
    for (const fixture of fixtures) stories.push(await this.#playStory(fixture, stage));
    if (update && name === undefined) forgetOthers(fixtures.map((fixture) => fixture.name));
    const coverage = { all, tried, organisations: set.ids("organisation"), languages: listLanguages(set) };
    const isCovering = readings.some((reading) => reading !== "browser");
    if (report !== undefined) {
      writeFileSync(report, toReport(stories, isCovering ? coverage : undefined, new Date()));
      console.log(`\nReport: ${path.relative(appRoot, report)}`);
    }
    const tookMs = Date.now() - started;
    this.#differed = new Set(stories.filter(({ faults }) => faults.length > 0).map(({ fixture }) => fixture.name));
    const count = fixtures.length * readings.length;
    const rate = `${(tookMs / 1000).toFixed(1)} s, ${((1000 * count) / tookMs).toFixed(1)} a second`;
    const holds = this.#differed.size === 0;
    console.log(`\n${count} played, ${holds ? "all hold" : `${this.#differed.size} differ`} (${rate})`);
    const share = isCovering ? tellCoverage(coverage, missing) : 100;
    const isEnough = least === undefined || share >= least;
    if (least !== undefined)
      console.log(`  ${share.toFixed(1)} percent in all, ${isEnough ? "is enough" : `less than ${least}`}`);
    return { holds: holds && isEnough };
  }

  async close(): Promise<void> {
    this.#documents?.close();
    await this.#server?.stop();
  }

  #toRank({ name }: Fixture): number {
    return this.#differed.has(name) ? 0 : 1;
  }

  async #playStory(fixture: Fixture, stage: Stage): Promise<Story> {
    const { readings, seen, update } = this.#asked;
    const played: Played[] = [];
    for (const reading of readings) {
      console.log(`\n${fixture.name} (${reading})\n  ${fixture.description}`);
      const one = await playIn(reading, fixture, stage);
      if (one.failure !== undefined) console.log(`  ✗ ${one.failure}`);
      played.push(one);
    }
    if (seen !== undefined && played[0]) writeFileSync(seen, JSON.stringify(toSeen(played[0])));
    return { fixture, played, faults: findFaults(fixture, played, update) };
  }

  /** Where a server runs: the one of BASE_URL, or one of our own. */
  async serve(): Promise<string> {
    const given = process.env["BASE_URL"];
    if (given !== undefined) return given.replace(/\/+$/, "");
    this.#server ??= await startServer();
    return this.#server.baseUrl;
  }

  /** The documents as they are now. */
  async #openDocuments(): Promise<typeof fetch> {
    if (this.#documents) await this.#documents.reload();
    else this.#documents = await openDocuments(this.#schemasDir);
    return this.#documents.fetch;
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
