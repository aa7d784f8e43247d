import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DocumentSet } from "#engine/check/parts/set.ts";
import { appRoot } from "#server/root.ts";
import type { Fixture } from "./contracts.ts";
import { countKinds, listLanguages, listTriable, type Triable } from "./coverage.ts";
import { toSeen } from "./crew/find-faults.ts";
import { LocalPlayer } from "./crew/local-player.ts";
import type { Player } from "./crew/player.ts";
import { RemotePlayer } from "./crew/remote-player.ts";
import { forgetOthers } from "./kept/keep.ts";
import { keepLookedUp, listUnknown, signDocuments } from "./known.ts";
import { playUntil, readFixtures } from "./read-fixtures.ts";
import { assertReferences, readDocumentSet } from "./references/index.ts";
import type { Coverage } from "./report/coverage-view.ts";
import { toReport } from "./report/page.ts";
import { drawnReadings, type ReadingName, type Story } from "./report/story.ts";

/** What is to be played, and what is made of it. */
export interface Asked {
  /** One fixture; all where it is undefined. */
  readonly name: string | undefined;
  /** The step of it that is played last. */
  readonly until: string | undefined;
  readonly readings: readonly ReadingName[];
  /** What is shown is kept. */
  readonly update: boolean;
  /** Where a page of what was played is written. */
  readonly report: string | undefined;
  /** A folder in which what was perceived of each is written, as JSON. */
  readonly seen: string | undefined;
  /** What no fixture has tried is listed. */
  readonly missing: boolean;
  /** How many percent must have been tried. */
  readonly least: number | undefined;
  /** How many fixtures are played at once, each in a process of its own with its own server. */
  readonly jobs: number;
}

/** Plays the fixtures that are asked for, once or again and again. */
export class Rounds {
  readonly #asked: Asked;
  readonly #schemasDir: string;
  #players: readonly Player[] = [];
  /** What did not hold in the round before is played first. */
  #differed = new Set<string>();

  constructor(asked: Asked, schemasDir: string) {
    this.#asked = asked;
    this.#schemasDir = schemasDir;
  }

  /** One round. Prints a line per step; throws BadFixture, BadDocuments, or where no server starts. */
  async play(): Promise<{ holds: boolean }> {
    const { name, until, readings, update, report, seen, missing, least } = this.#asked;
    const whole = readFixtures(name);
    const wanted = until === undefined ? whole : whole.map((fixture) => playUntil(fixture, until));
    const fixtures = wanted.toSorted((one, other) => this.#toRank(one) - this.#toRank(other));
    if (this.#players.length === 0) this.#players = this.#gather(fixtures.length);
    // Others begin while this process looks everything up.
    const begun = Promise.allSettled(this.#players.map((player) => player.begin()));
    const lookedUp = await this.#lookUp(fixtures);
    for (const one of await begun) if (one.status === "rejected") throw one.reason;
    const tried = new Set<Triable>();
    const started = Date.now();
    const stories = await this.#playAll(fixtures, tried);
    const tookMs = Date.now() - started;
    if (seen !== undefined) for (const story of stories) writeSeen(seen, story);
    if (update && name === undefined) forgetOthers(fixtures.map((fixture) => fixture.name));
    const set = lookedUp ?? (await readDocumentSet(this.#schemasDir));
    const languages = listLanguages(set);
    const coverage = { all: listTriable(set), tried, organisations: set.ids("organisation"), languages };
    const isCovering = readings.some((reading) => !drawnReadings.has(reading));
    if (report !== undefined) {
      writeFileSync(report, toReport(stories, isCovering ? coverage : undefined, new Date()));
      console.log(`\nReport: ${path.relative(appRoot, report)}`);
    }
    this.#differed = new Set(stories.filter(({ faults }) => faults.length > 0).map(({ fixture }) => fixture.name));
    const count = fixtures.length * readings.length;
    const rate = `${(tookMs / 1000).toFixed(1)} s, ${((1000 * count) / tookMs).toFixed(1)} a second`;
    const holds = this.#differed.size === 0;
    console.log(`\n${count} played, ${holds ? "all hold" : `${this.#differed.size} differ`} (${rate})`);
    for (const { fixture, faults } of stories)
      if (faults.length > 0) console.log([`  ≠ ${fixture.name}`, ...faults.map(toBrief)].join("\n"));
    const share = isCovering ? tellCoverage(coverage, missing) : 100;
    const isEnough = least === undefined || share >= least;
    if (least !== undefined)
      console.log(`  ${share.toFixed(1)} percent in all, ${isEnough ? "is enough" : `less than ${least}`}`);
    return { holds: holds && isEnough };
  }

  /** Looks up what fixtures name, but for those of which it is known. Gives the documents, where they were read; throws BadFixture. */
  async #lookUp(fixtures: readonly Fixture[]): Promise<DocumentSet | undefined> {
    const sign = signDocuments(this.#schemasDir);
    const unknown = listUnknown(fixtures, sign);
    if (unknown.length === 0) return undefined;
    const set = await readDocumentSet(this.#schemasDir);
    assertReferences(unknown, set);
    // Another saved one meanwhile is for the next round.
    if (signDocuments(this.#schemasDir) === sign) keepLookedUp(fixtures, sign);
    return set;
  }

  async close(): Promise<void> {
    await Promise.all(this.#players.map((player) => player.close()));
  }

  /** One that plays here, or several beside each other. */
  #gather(count: number): Player[] {
    const { readings, update, report, seen, jobs } = this.#asked;
    const beside = report === undefined ? undefined : path.dirname(report);
    const pictures = beside ?? (update ? path.join(appRoot, "dist/replay") : undefined);
    const remembers = report !== undefined || seen !== undefined;
    const manner = { schemasDir: this.#schemasDir, readings, update, pictures, remembers };
    const say = (line: string) => console.log(line);
    const size = Math.min(jobs, count);
    return size > 1
      ? Array.from({ length: size }, () => new RemotePlayer(manner, say))
      : [new LocalPlayer(manner, say)];
  }

  /** Each player takes the next fixture when it is done with one; stories come in the order of the fixtures. */
  async #playAll(fixtures: readonly Fixture[], tried: Set<Triable>): Promise<Story[]> {
    const stories = new Map<Fixture, Story>();
    const left = [...fixtures];
    await Promise.all(
      this.#players.map(async (player) => {
        for (let fixture = left.shift(); fixture; fixture = left.shift()) {
          const played = await player.play(fixture);
          stories.set(fixture, { ...played.story, fixture });
          for (const one of played.tried) tried.add(one);
        }
      }),
    );
    return fixtures.map((fixture) => stories.get(fixture)!);
  }

  #toRank({ name }: Fixture): number {
    return this.#differed.has(name) ? 0 : 1;
  }
}

/** The first lines of a fault: it may end with all that stands on a page. */
function toBrief(fault: string): string {
  const lines = fault.split("\n").slice(0, 3);
  return lines.map((line) => `      ${line.slice(0, 240)}`).join("\n");
}

function writeSeen(folder: string, { fixture, played: [first] }: Story): void {
  mkdirSync(folder, { recursive: true });
  if (first) writeFileSync(path.join(folder, `${fixture.name}.json`), JSON.stringify(toSeen(first)));
}

/** Says how much of the documents was tried; with `whole`, a line for each thing that was not. Gives the share, in percent. */
function tellCoverage({ all, tried }: Coverage, whole: boolean): number {
  for (const [kind, own, of] of countKinds(all, tried)) console.log(`  ${kind.padEnd(9)} ${own} of ${of} tried`);
  const left = all.filter((each) => !tried.has(each));
  if (whole) for (const one of left) console.log(`  not tried: ${one}`);
  return (100 * (all.length - left.length)) / all.length;
}
