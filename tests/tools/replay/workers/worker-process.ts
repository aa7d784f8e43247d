import type { ChildProcess } from "node:child_process";
import type { Fixture } from "../contracts.ts";
import { startProcess } from "../processes.ts";
import type { WorkerOptions, PlayedFixture, FixtureWorker } from "./fixture-worker.ts";
import type { WorkerResponse, WorkerRequest } from "./worker-main.ts";

/** Plays fixtures in a child process. Printed lines arrive with each result. */
export class WorkerProcess implements FixtureWorker {
  readonly #manner: WorkerOptions;
  readonly #say: (line: string) => void;
  readonly #child: ChildProcess = startProcess("worker");
  readonly #ended = new Promise<number | null>((resolve) => this.#child.once("exit", resolve));

  constructor(manner: WorkerOptions, say: (line: string) => void) {
    this.#manner = manner;
    this.#say = say;
  }

  async begin(): Promise<void> {
    await this.#ask({ begin: this.#manner });
  }

  async play(fixture: Fixture): Promise<PlayedFixture> {
    const { played } = await this.#ask({ play: fixture });
    if (!played) throw new Error(`${fixture.name} was not played`);
    return played;
  }

  async close(): Promise<void> {
    // A crashed worker rejects its pending request instead.
    if (this.#child.connected) await this.#ask({ close: true });
    this.#child.kill();
    await this.#ended;
  }

  /** Sends a request and waits for the response, one at a time. */
  async #ask(asked: WorkerRequest): Promise<WorkerResponse> {
    const answer = new Promise<WorkerResponse>((resolve) => this.#child.once("message", resolve));
    this.#child.send(asked);
    const ended = this.#ended.then((code): never => {
      throw new Error(`a process that plays ended with ${code}`);
    });
    const answered = await Promise.race([answer, ended]);
    if (answered.said.length > 0) this.#say(answered.said.join("\n"));
    if (answered.failed !== undefined) throw new Error(answered.failed);
    return answered;
  }
}
