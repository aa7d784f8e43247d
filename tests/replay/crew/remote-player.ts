import type { ChildProcess } from "node:child_process";
import type { Fixture } from "../contracts.ts";
import { start } from "../processes.ts";
import type { Manner, PlayedStory, Player } from "./player.ts";
import type { Answered, Asked } from "./worker.ts";

/** Plays in a process of its own; what it says of a story comes when the story is over. */
export class RemotePlayer implements Player {
  readonly #manner: Manner;
  readonly #say: (line: string) => void;
  readonly #child: ChildProcess = start("worker");
  readonly #ended = new Promise<number | null>((resolve) => this.#child.once("exit", resolve));

  constructor(manner: Manner, say: (line: string) => void) {
    this.#manner = manner;
    this.#say = say;
  }

  async begin(): Promise<void> {
    await this.#ask({ begin: this.#manner });
  }

  async play(fixture: Fixture): Promise<PlayedStory> {
    const { played } = await this.#ask({ play: fixture });
    if (!played) throw new Error(`${fixture.name} was not played`);
    return played;
  }

  async close(): Promise<void> {
    // One that has ended says so to whoever asked it to play.
    if (this.#child.connected) await this.#ask({ close: true });
    this.#child.kill();
    await this.#ended;
  }

  /** Asks, and waits for the answer: one question at a time. */
  async #ask(asked: Asked): Promise<Answered> {
    const answer = new Promise<Answered>((resolve) => this.#child.once("message", resolve));
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
