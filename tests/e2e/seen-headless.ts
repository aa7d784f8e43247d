import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { appRoot } from "#server/root.ts";
import type { StepObservation } from "../tools/replay/play.ts";

/** Where `npm test` has put what was perceived of all fixtures; a process that has none plays for itself. */
const given = process.env["SEEN_HEADLESS"];
const folder = given ?? path.join(appRoot, "dist/test-results/replay", String(process.pid));
if (given === undefined) rmSync(folder, { recursive: true, force: true });

/** What is perceived of a fixture that is played without a browser, by a process of its own: that page puts itself in a browser's place. */
export async function readSeenHeadless(name: string): Promise<StepObservation[]> {
  const file = path.join(folder, `${name}.json`);
  if (!existsSync(file)) {
    const command = ["server/cli/replay.mjs", "--headless", "--seen", folder, name];
    await promisify(execFile)(process.execPath, command, { cwd: appRoot, maxBuffer: 1e8 });
  }
  return JSON.parse(readFileSync(file, "utf8")) as StepObservation[];
}
