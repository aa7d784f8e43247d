/*
 * `npm run replay [name] [--headless | --browser | --firefox]`: plays the fixtures and prints a line per step. Played in
 * several ways, what is perceived after each step must be the same; without a browser it must be what is kept. Ends with 1
 * when anything differs. `--record <name>` and `--har <file> <name>` write a new one. BASE_URL names a server that runs already,
 * in sandbox mode; without it one is started on an empty database where one is needed.
 */
import { availableParallelism } from "node:os";
import path from "node:path";
import { InvalidArguments, readArguments } from "#server/cli/read-arguments.ts";
import { appRoot } from "#server/root.ts";
import { listCoverageItems } from "./coverage.ts";
import { writeDraft } from "./draft.ts";
import { setReferenceCache, referenceCacheFolder } from "./reference-cache.ts";
import { setGeneratedFilesFolder, generatedFilesFolder } from "./generated-files.ts";
import { InvalidFixture, fixturesFolder, readFixtures } from "./read-fixtures.ts";
import { readDocumentSet } from "./references/index.ts";
import { runModes, type RunMode } from "./report/story.ts";
import { runLoad } from "./load/index.ts";
import { findServer } from "./server.ts";
import { FixtureRunner, type RunnerOptions } from "./runner.ts";
import { playAgain } from "./watch.ts";

const usual: readonly RunMode[] = ["headless", "browser"];
const schemasDir = process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas");
setGeneratedFilesFolder(generatedFilesFolder);
setReferenceCache(referenceCacheFolder);
const usualReport = path.join(appRoot, "dist/replay/report.html");
const options = {
  headless: { type: "boolean" },
  browser: { type: "boolean" },
  /** In a Firefox, as `browser` does in a Chromium. */
  firefox: { type: "boolean" },
  /** The step of the named fixture that is played last. */
  until: { type: "string" },
  /** Stays, and plays again whenever a document or a fixture changes. */
  watch: { type: "boolean" },
  /** Plays as so many candidates at once, and says how long each operation took. */
  load: { type: "string" },
  /** With `--load`: for so long. */
  seconds: { type: "string" },
  /** A folder in which what was perceived of each is written, as JSON. */
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
  /** How many are played at once, each in a process of its own; as many as there are cores. */
  jobs: { type: "string" },
  /** Writes a fixture of what a person does in a browser. */
  record: { type: "string" },
  /** With `--record`: what is done in a frame of the workbench. */
  workbench: { type: "boolean" },
  /** Where a recording begins: whose form, and an address or what `--draft` takes. */
  organisation: { type: "string" },
  form: { type: "string" },
  from: { type: "string" },
  /** Writes a fixture of the calls in a file of a browser's traffic. */
  har: { type: "string" },
} as const;

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(
    error instanceof InvalidFixture || error instanceof TypeError || error instanceof InvalidArguments
      ? error.message
      : error,
  );
  return 1;
});
// What a page without a browser has begun (renewals, polls) ends with it.
process.exit();

async function main(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(options, args);
  if (values.draft !== undefined) {
    const set = await readDocumentSet(schemasDir);
    const file = writeDraft(values.draft, listCoverageItems(set), set.sources, fixturesFolder);
    console.log(`Written: ${path.relative(appRoot, file)}`);
    return 0;
  }
  const place = { organisation: values.organisation, form: values.form, from: values.from };
  // Who records waits for a browser's driver, and nobody else.
  if (values.record !== undefined) {
    const { record } = await import("./record/record.ts");
    return record(values.record, place, schemasDir, values.workbench ? "workbench" : "app");
  }
  if (values.har !== undefined) {
    const { recordHar } = await import("./record/record-har.ts");
    return recordHar(values.har, positionals[0], place, schemasDir);
  }
  if (values.until !== undefined && positionals[0] === undefined)
    throw new InvalidArguments("--until names a step of one fixture: which? npm run replay -- <name> --until <step>");
  const chosen = runModes.filter((name) => values[name]);
  const asked: RunnerOptions = {
    name: positionals[0],
    until: values.until,
    modes: chosen.length > 0 ? chosen : usual,
    update: values.update === true,
    report: values.report || values.to ? path.resolve(values.to ?? usualReport) : undefined,
    seen: values.seen,
    missing: values.missing === true,
    least: values.least === undefined ? undefined : Number(values.least),
    jobs: values.jobs === undefined ? usualJobs() : toCount("jobs", values.jobs),
  };
  if (values.load !== undefined) {
    const [candidates, seconds] = [toCount("load", values.load), toCount("seconds", values.seconds ?? "30")];
    const { baseUrl, stop } = await findServer();
    const held = await runLoad({
      baseUrl,
      candidates,
      seconds,
      wanted: readFixtures(asked.name).map(({ name }) => name),
    }).finally(stop);
    return held ? 0 : 1;
  }
  const rounds = new FixtureRunner(asked, schemasDir);
  try {
    if (values.watch) await playAgain(rounds, [schemasDir, fixturesFolder]);
    return (await rounds.play()).holds ? 0 : 1;
  } finally {
    await rounds.close();
  }
}

/** A core for each; one on a server that was there before: its clock is everybody's. */
function usualJobs(): number {
  return process.env["BASE_URL"] === undefined ? Math.min(availableParallelism(), 4) : 1;
}

/** A number of the command line. Throws TypeError for what is none. */
function toCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new TypeError(`--${name} takes a whole number from 1 on, not '${text}'`);
  return count;
}
