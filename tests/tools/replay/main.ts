/*
 * `npm run replay [name] [--headless | --browser | --firefox]` plays fixtures and prints a line per step. Several modes
 * must show the same after each step. The headless mode must match the snapshot. Exits with 1 on a difference.
 * `--record <name>` and `--har <file> <name>` write a new fixture. BASE_URL names a running server in sandbox mode.
 * Otherwise a server starts on an empty database.
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

const defaultModes: readonly RunMode[] = ["headless", "browser"];
const schemasDir = process.env["SCHEMAS_DIR"] ?? path.join(appRoot, "schemas");
setGeneratedFilesFolder(generatedFilesFolder);
setReferenceCache(referenceCacheFolder);
const defaultReport = path.join(appRoot, "dist/replay/report.html");
const options = {
  headless: { type: "boolean" },
  browser: { type: "boolean" },
  /** Plays in Firefox, as `browser` does in Chromium. */
  firefox: { type: "boolean" },
  /** Last step of the named fixture to play. */
  until: { type: "string" },
  /** Keeps running and plays again after each change of a definition or a fixture. */
  watch: { type: "boolean" },
  /** Plays as that many candidates at once and prints latencies. */
  load: { type: "string" },
  /** Duration of `--load` in seconds. */
  seconds: { type: "string" },
  /** Folder for observations as JSON. */
  seen: { type: "string" },
  /** Writes snapshots instead of comparing with them. */
  update: { type: "boolean" },
  /** Writes an HTML report to dist/replay/report.html or to `--to`. Browser runs add screenshots. */
  report: { type: "boolean" },
  to: { type: "string" },
  /** Lists coverage items that no fixture covers. */
  missing: { type: "boolean" },
  /** Writes a draft fixture for one of them. */
  draft: { type: "string" },
  /** Least coverage in percent. */
  least: { type: "string" },
  /** Number of worker processes. The default is the number of cores. */
  jobs: { type: "string" },
  /** Records a fixture from a browser session. */
  record: { type: "string" },
  /** With `--record`: records a frame of the workbench. */
  workbench: { type: "boolean" },
  /** Start of a recording: the form, and an address or an item as in `--draft`. */
  organisation: { type: "string" },
  form: { type: "string" },
  from: { type: "string" },
  /** Writes a fixture from a HAR file. */
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
// Timers of a headless page (renewal, polling) would keep the process alive.
process.exit();

async function main(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(options, args);
  if (values.draft !== undefined) {
    const set = await readDocumentSet(schemasDir);
    const file = writeDraft(values.draft, listCoverageItems(set), set.sources, fixturesFolder);
    console.log(`Written: ${path.relative(appRoot, file)}`);
    return 0;
  }
  const recordingOptions = { organisation: values.organisation, form: values.form, from: values.from };
  // Only recording needs a browser driver.
  if (values.record !== undefined) {
    const { record } = await import("./record/record.ts");
    return record(values.record, recordingOptions, schemasDir, values.workbench ? "workbench" : "app");
  }
  if (values.har !== undefined) {
    const { recordHar } = await import("./record/record-har.ts");
    return recordHar(values.har, positionals[0], recordingOptions, schemasDir);
  }
  if (values.until !== undefined && positionals[0] === undefined)
    throw new InvalidArguments("--until needs the name of a fixture: npm run replay -- <name> --until <step>");
  const chosen = runModes.filter((name) => values[name]);
  const runnerOptions: RunnerOptions = {
    name: positionals[0],
    until: values.until,
    modes: chosen.length > 0 ? chosen : defaultModes,
    update: values.update === true,
    report: values.report || values.to ? path.resolve(values.to ?? defaultReport) : undefined,
    seen: values.seen,
    missing: values.missing === true,
    least: values.least === undefined ? undefined : Number(values.least),
    jobs: values.jobs === undefined ? defaultJobs() : toCount("jobs", values.jobs),
  };
  if (values.load !== undefined) {
    const [candidates, seconds] = [toCount("load", values.load), toCount("seconds", values.seconds ?? "30")];
    const { baseUrl, stop } = await findServer();
    const passed = await runLoad({
      baseUrl,
      candidates,
      seconds,
      wanted: readFixtures(runnerOptions.name).map(({ name }) => name),
    }).finally(stop);
    return passed ? 0 : 1;
  }
  const runner = new FixtureRunner(runnerOptions, schemasDir);
  try {
    if (values.watch) await playAgain(runner, [schemasDir, fixturesFolder]);
    return (await runner.play()).holds ? 0 : 1;
  } finally {
    await runner.close();
  }
}

/** One per core, at most 4. One for a server of BASE_URL, because fixtures share its clock. */
function defaultJobs(): number {
  return process.env["BASE_URL"] === undefined ? Math.min(availableParallelism(), 4) : 1;
}

/** Parses a positive integer. Throws TypeError for any other value. */
function toCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new TypeError(`--${name} needs a positive integer, not '${text}'`);
  return count;
}
