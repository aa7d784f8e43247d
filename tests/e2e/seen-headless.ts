import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { appRoot } from "#server/root.ts";
import type { Seen } from "../replay/play.ts";

/** Plays without a browser, in processes of its own: that page puts itself in a browser's place. What is perceived lies in a folder afterwards. */
export class SeenHeadless {
  readonly #folder: string;

  /** `name` is the folder's. */
  constructor(name: string) {
    this.#folder = path.join(appRoot, "dist/test-results/replay", name);
  }

  /** Plays all of them anew. Gives what was printed. */
  playAll(...more: string[]): Promise<string> {
    rmSync(this.#folder, { recursive: true, force: true });
    return this.#play(...more);
  }

  /** What was perceived of one; played only where it was not yet. */
  async read(name: string): Promise<Seen[]> {
    const file = path.join(this.#folder, `${name}.json`);
    if (!existsSync(file)) await this.#play(name);
    return JSON.parse(readFileSync(file, "utf8")) as Seen[];
  }

  async #play(...more: string[]): Promise<string> {
    const command = ["server/cli/replay.mjs", "--headless", "--seen", this.#folder, ...more];
    const played = promisify(execFile)(process.execPath, command, { cwd: appRoot, maxBuffer: 1e8 });
    return (await played.catch((error: { stdout: string }) => error)).stdout;
  }
}
