import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { appRoot } from "#server/root.ts";
import type { StepObservation } from "../tools/replay/play.ts";

/**
 * Folder with the headless observations of all fixtures, from `npm test`. Without it each test plays the fixture
 * itself.
 */
const given = process.env["SEEN_HEADLESS"];
const folder = given ?? path.join(appRoot, "dist/test-results/replay", String(process.pid));
if (given === undefined) rmSync(folder, { recursive: true, force: true });

/** The observations of a headless run, in a separate process because the headless page sets browser globals. */
export async function readHeadlessObservations(name: string): Promise<StepObservation[]> {
  const file = path.join(folder, `${name}.json`);
  if (!existsSync(file)) {
    const command = ["server/cli/replay.mjs", "--headless", "--seen", folder, name];
    await promisify(execFile)(process.execPath, command, { cwd: appRoot, maxBuffer: 1e8 });
  }
  return JSON.parse(readFileSync(file, "utf8")) as StepObservation[];
}
