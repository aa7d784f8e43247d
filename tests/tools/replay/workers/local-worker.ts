import type { Fixture } from "../contracts.ts";
import type { CoverageItem } from "../coverage.ts";
import { hashDefinitions } from "../reference-cache.ts";
import { loadBrowsers, playMode, type RunContext } from "../run-modes.ts";
import { Screenshots } from "../report/screenshots.ts";
import { browserModes, type Played } from "../report/story.ts";
import { findServer } from "../server.ts";
import { findLeaks } from "../log-leaks.ts";
import { findFaults } from "./find-faults.ts";
import type { WorkerOptions, PlayedFixture, FixtureWorker } from "./fixture-worker.ts";

/** Plays fixtures in this process, on one server as long as the definitions stay the same. */
export class LocalWorker implements FixtureWorker {
  readonly #options: WorkerOptions;
  readonly #print: (line: string) => void;
  readonly #screenshots: Screenshots | undefined;
  #server: Awaited<ReturnType<typeof findServer>> | undefined;
  /** Hash of the definitions that the server loaded. */
  #definitions: string | undefined;
  /** Values typed in the previous fixture, whose last log lines may come late. */
  #typedBefore: ReadonlySet<string> = new Set();
  #checkedLogLength = 0;

  /** `print` receives a line for each step and each fault as it happens. */
  constructor(options: WorkerOptions, print: (line: string) => void) {
    this.#options = options;
    this.#print = print;
    this.#screenshots =
      options.screenshots === undefined ? undefined : new Screenshots(options.screenshots, options.update);
  }

  async loadDefinitions(): Promise<void> {
    const { modes, schemasDir } = this.#options;
    const hash = hashDefinitions(schemasDir);
    if (hash !== this.#definitions) await this.#stopServer();
    this.#definitions = hash;
    if (modes.some((mode) => browserModes.has(mode))) await loadBrowsers();
  }

  async play(fixture: Fixture): Promise<PlayedFixture> {
    const { modes, update, keepsObservations } = this.#options;
    const covered = new Set<CoverageItem>();
    const typed = new Set<string>();
    const context: RunContext = {
      baseUrl: (this.#server ??= await findServer()).baseUrl,
      covered,
      typed,
      screenshots: this.#screenshots,
      onStep: (step, tookMs) => this.#print(`  ✓ ${step.id} (${tookMs} ms) ${step.title}`),
    };
    const played: Played[] = [];
    for (const mode of modes) {
      this.#print(`\n${fixture.name} (${mode})\n  ${fixture.description}`);
      const one = await playMode(mode, fixture, context);
      if (one.failure !== undefined) this.#print(`  ✗ ${one.failure}`);
      played.push(one);
    }
    const faults = [...findFaults(fixture, played, update, this.#print), ...this.#findLogLeaks(typed)];
    return { story: { fixture, played: keepsObservations ? played : [], faults }, covered: [...covered] };
  }

  /** Lines of the server's log with values typed in this fixture or the previous one. */
  #findLogLeaks(typed: ReadonlySet<string>): string[] {
    const log = this.#server?.output() ?? "";
    const leaks = findLeaks(log.slice(this.#checkedLogLength), new Set([...this.#typedBefore, ...typed]));
    this.#checkedLogLength = log.length;
    this.#typedBefore = typed;
    const faults = leaks.map((line) => `the server's log contains a typed value: ${line}`);
    for (const fault of faults) this.#print(`  ≠ ${fault}`);
    return faults;
  }

  async close(): Promise<void> {
    await this.#stopServer();
  }

  /** Stops the server, because it serves the definitions that it started with. A server named by BASE_URL stays. */
  async #stopServer(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#checkedLogLength = 0;
    await server?.stop();
  }
}
