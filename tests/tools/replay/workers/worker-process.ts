import type { ChildProcess } from "node:child_process";
import type { Fixture } from "../contracts.ts";
import { startProcess } from "../processes.ts";
import type { WorkerOptions, PlayedFixture, FixtureWorker } from "./fixture-worker.ts";
import type { WorkerResponse, WorkerRequest } from "./worker-main.ts";

/** Plays fixtures in a child process. Printed lines arrive with each result. */
export class WorkerProcess implements FixtureWorker {
  readonly #options: WorkerOptions;
  readonly #print: (line: string) => void;
  readonly #child: ChildProcess = startProcess("worker");
  readonly #ended = new Promise<number | null>((resolve) => this.#child.once("exit", resolve));

  constructor(options: WorkerOptions, print: (line: string) => void) {
    this.#options = options;
    this.#print = print;
  }

  async loadDefinitions(): Promise<void> {
    await this.#request({ begin: this.#options });
  }

  async play(fixture: Fixture): Promise<PlayedFixture> {
    const { played } = await this.#request({ play: fixture });
    if (!played) throw new Error(`${fixture.name} was not played`);
    return played;
  }

  async close(): Promise<void> {
    // A crashed worker rejects its pending request instead.
    if (this.#child.connected) await this.#request({ close: true });
    this.#child.kill();
    await this.#ended;
  }

  /** Sends a request and waits for the response, one at a time. */
  async #request(request: WorkerRequest): Promise<WorkerResponse> {
    const message = new Promise<WorkerResponse>((resolve) => this.#child.once("message", resolve));
    this.#child.send(request);
    const ended = this.#ended.then((code): never => {
      throw new Error(`a process that plays ended with ${code}`);
    });
    const response = await Promise.race([message, ended]);
    if (response.printed.length > 0) this.#print(response.printed.join("\n"));
    if (response.failed !== undefined) throw new Error(response.failed);
    return response;
  }
}
