import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { appRoot } from "#server/root.ts";
import type { Fixture } from "./contracts.ts";
import { countKinds, listLanguages, listCoverageItems, type CoverageItem } from "./coverage.ts";
import { toObservations } from "./workers/find-faults.ts";
import { LocalWorker } from "./workers/local-worker.ts";
import type { FixtureWorker } from "./workers/fixture-worker.ts";
import { WorkerProcess } from "./workers/worker-process.ts";
import { deleteOtherSnapshots } from "./snapshots/snapshot-files.ts";
import { storeChecked, listUnchecked, hashDefinitions } from "./reference-cache.ts";
import { playUntil, readFixtures } from "./read-fixtures.ts";
import { assertReferences, readDocumentSet } from "./references/index.ts";
import type { Coverage } from "./report/coverage-view.ts";
import { toReport } from "./report/page.ts";
import { browserModes, type RunMode, type Story } from "./report/story.ts";

/** Which fixtures to play, how, and where results go. */
export interface RunnerOptions {
  /** One fixture; undefined plays all. */
  readonly name: string | undefined;
  /** Stops after this step. */
  readonly until: string | undefined;
  readonly modes: readonly RunMode[];
  /** Writes snapshots instead of comparing with them. */
  readonly update: boolean;
  /** File of the HTML report. */
  readonly report: string | undefined;
  /** Folder for the observations of each fixture, as JSON. */
  readonly seen: string | undefined;
  /** Lists coverage items that no fixture reached. */
  readonly missing: boolean;
  /** Least coverage in percent. */
  readonly least: number | undefined;
  /** Number of worker processes, each with its own server. */
  readonly jobs: number;
}

/** Plays the chosen fixtures, once or repeatedly. */
export class FixtureRunner {
  readonly #options: RunnerOptions;
  readonly #schemasDir: string;
  #workers: readonly FixtureWorker[] = [];
  /** Fixtures that failed in the previous round. They run first. */
  #failed = new Set<string>();

  constructor(options: RunnerOptions, schemasDir: string) {
    this.#options = options;
    this.#schemasDir = schemasDir;
  }

  /** Plays one round and prints a line per step. Throws InvalidFixture, InvalidDefinitions, or if no server starts. */
  async play(): Promise<{ holds: boolean }> {
    const { name, until, modes, update, report, seen, missing, least } = this.#options;
    const all = readFixtures(name);
    const wanted = until === undefined ? all : all.map((fixture) => playUntil(fixture, until));
    const fixtures = wanted.toSorted((one, other) => this.#toRank(one) - this.#toRank(other));
    if (this.#workers.length === 0) this.#workers = this.#startWorkers(fixtures.length);
    // Workers start while this process checks references.
    const started = Promise.allSettled(this.#workers.map((worker) => worker.loadDefinitions()));
    const checked = await this.#checkReferences(fixtures);
    for (const one of await started) if (one.status === "rejected") throw one.reason;
    const covered = new Set<CoverageItem>();
    const startedAt = Date.now();
    const stories = await this.#playAll(fixtures, covered);
    const tookMs = Date.now() - startedAt;
    if (seen !== undefined) for (const story of stories) writeObservations(seen, story);
    if (update && name === undefined) deleteOtherSnapshots(fixtures.map((fixture) => fixture.name));
    const set = checked ?? (await readDocumentSet(this.#schemasDir));
    const languages = listLanguages(set);
    const coverage = { all: listCoverageItems(set), covered, organisations: set.ids("organisation"), languages };
    const isCovering = modes.some((mode) => !browserModes.has(mode));
    if (report !== undefined) {
      writeFileSync(report, toReport(stories, isCovering ? coverage : undefined, new Date()));
      console.log(`\nReport: ${path.relative(appRoot, report)}`);
    }
    this.#failed = new Set(stories.filter(({ faults }) => faults.length > 0).map(({ fixture }) => fixture.name));
    const count = fixtures.length * modes.length;
    const rate = `${(tookMs / 1000).toFixed(1)} s, ${((1000 * count) / tookMs).toFixed(1)} a second`;
    const holds = this.#failed.size === 0;
    console.log(`\n${count} played, ${holds ? "all passed" : `${this.#failed.size} failed`} (${rate})`);
    for (const { fixture, faults } of stories)
      if (faults.length > 0) console.log([`  ≠ ${fixture.name}`, ...faults.map(toBrief)].join("\n"));
    const share = isCovering ? printCoverage(coverage, missing) : 100;
    const isEnough = least === undefined || share >= least;
    if (least !== undefined)
      console.log(`  ${share.toFixed(1)} percent covered${isEnough ? "" : `, less than ${least}`}`);
    return { holds: holds && isEnough };
  }

  /** Checks references that the cache does not know. Returns the definitions if it read them. Throws InvalidFixture. */
  async #checkReferences(fixtures: readonly Fixture[]): Promise<DefinitionSet | undefined> {
    const hash = hashDefinitions(this.#schemasDir);
    const unknown = listUnchecked(fixtures, hash);
    if (unknown.length === 0) return undefined;
    const set = await readDocumentSet(this.#schemasDir);
    assertReferences(unknown, set);
    // A definition saved meanwhile counts for the next round.
    if (hashDefinitions(this.#schemasDir) === hash) storeChecked(fixtures, hash);
    return set;
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  /** One worker in this process, or several worker processes. */
  #startWorkers(count: number): FixtureWorker[] {
    const { modes, update, report, seen, jobs } = this.#options;
    const folder = report === undefined ? undefined : path.dirname(report);
    const screenshots = folder ?? (update ? path.join(appRoot, "dist/replay") : undefined);
    const keepsObservations = report !== undefined || seen !== undefined;
    const options = { schemasDir: this.#schemasDir, modes, update, screenshots, keepsObservations };
    const print = (line: string) => console.log(line);
    const size = Math.min(jobs, count);
    return size > 1
      ? Array.from({ length: size }, () => new WorkerProcess(options, print))
      : [new LocalWorker(options, print)];
  }

  /** Each worker takes the next fixture when it is free. Results keep the order of the fixtures. */
  async #playAll(fixtures: readonly Fixture[], covered: Set<CoverageItem>): Promise<Story[]> {
    const stories = new Map<Fixture, Story>();
    const queue = [...fixtures];
    await Promise.all(
      this.#workers.map(async (worker) => {
        for (let fixture = queue.shift(); fixture; fixture = queue.shift()) {
          const played = await worker.play(fixture);
          stories.set(fixture, { ...played.story, fixture });
          for (const one of played.covered) covered.add(one);
        }
      }),
    );
    return fixtures.map((fixture) => stories.get(fixture)!);
  }

  #toRank({ name }: Fixture): number {
    return this.#failed.has(name) ? 0 : 1;
  }
}

/** The first lines of a fault, which may quote a whole page. */
function toBrief(fault: string): string {
  const lines = fault.split("\n").slice(0, 3);
  return lines.map((line) => `      ${line.slice(0, 240)}`).join("\n");
}

function writeObservations(folder: string, { fixture, played: [first] }: Story): void {
  mkdirSync(folder, { recursive: true });
  if (first) writeFileSync(path.join(folder, `${fixture.name}.json`), JSON.stringify(toObservations(first)));
}

/** Prints the coverage, with `listsMissing` also each item that is not covered. Returns the share in percent. */
function printCoverage({ all, covered }: Coverage, listsMissing: boolean): number {
  for (const [kind, own, of] of countKinds(all, covered)) console.log(`  ${kind.padEnd(10)} ${own} of ${of} covered`);
  const missing = all.filter((each) => !covered.has(each));
  if (listsMissing) for (const one of missing) console.log(`  not covered: ${one}`);
  return (100 * (all.length - missing.length)) / all.length;
}
