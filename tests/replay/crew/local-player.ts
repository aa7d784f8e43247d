import { openDocuments } from "../engine/documents.ts";
import { findTape } from "../engine/tapes.ts";
import type { Fixture } from "../contracts.ts";
import type { Triable } from "../coverage.ts";
import { signDocuments } from "../known.ts";
import { loadBrowsers, playIn, type Stage } from "../players.ts";
import { Album } from "../report/album.ts";
import { drawnReadings, type Played } from "../report/story.ts";
import { findServer } from "../server.ts";
import { findTold } from "../untold.ts";
import { findFaults } from "./find-faults.ts";
import type { Manner, PlayedStory, Player } from "./player.ts";

/** Plays in this process, on one server for as long as the documents stay as they are. */
export class LocalPlayer implements Player {
  readonly #manner: Manner;
  readonly #say: (line: string) => void;
  readonly #album: Album | undefined;
  #server: Awaited<ReturnType<typeof findServer>> | undefined;
  /** The documents of this round. */
  #sign: string | undefined;
  /** What was typed in the fixture before, whose last lines may come late, and how far the log was looked through. */
  #typedBefore: ReadonlySet<string> = new Set();
  #looked = 0;
  #documents: Awaited<ReturnType<typeof openDocuments>> | undefined;

  /** `say` hears a line for each step and each fault, as it is known. */
  constructor(manner: Manner, say: (line: string) => void) {
    this.#manner = manner;
    this.#say = say;
    this.#album = manner.pictures === undefined ? undefined : new Album(manner.pictures, manner.update);
  }

  async begin(): Promise<void> {
    const { readings, schemasDir } = this.#manner;
    const sign = signDocuments(schemasDir);
    if (sign !== this.#sign) await this.#leaveServer();
    this.#sign = sign;
    if (readings.some((reading) => drawnReadings.has(reading))) await loadBrowsers();
    if (!readings.includes("engine")) return;
    if (this.#documents) await this.#documents.reload();
    else this.#documents = await openDocuments(schemasDir);
  }

  async play(fixture: Fixture): Promise<PlayedStory> {
    const { readings, update, remembers } = this.#manner;
    const tried = new Set<Triable>();
    const typed = new Set<string>();
    const isUnheard = readings.includes("engine") && !readings.includes("headless") && !findTape(fixture);
    const isServed = isUnheard || readings.some((reading) => reading !== "engine");
    const stage: Stage = {
      baseUrl: isServed ? (this.#server ??= await findServer()).baseUrl : "",
      tried,
      typed,
      album: this.#album,
      documents: this.#documents?.fetch,
      told: (step, tookMs) => this.#say(`  ✓ ${step.id} (${tookMs} ms) ${step.says}`),
    };
    // What no server has answered yet.
    if (isUnheard) await playIn("headless", fixture, { ...stage, told: () => undefined });
    const played: Played[] = [];
    for (const reading of readings) {
      this.#say(`\n${fixture.name} (${reading})\n  ${fixture.description}`);
      const one = await playIn(reading, fixture, stage);
      if (one.failure !== undefined) this.#say(`  ✗ ${one.failure}`);
      played.push(one);
    }
    const faults = [...findFaults(fixture, played, update, this.#say), ...this.#findTold(typed)];
    return { story: { fixture, played: remembers ? played : [], faults }, tried: [...tried] };
  }

  /** Lines of the server's log that say what somebody typed in this fixture or the one before. */
  #findTold(typed: ReadonlySet<string>): string[] {
    const log = this.#server?.output() ?? "";
    const told = findTold(log.slice(this.#looked), new Set([...this.#typedBefore, ...typed]));
    this.#looked = log.length;
    this.#typedBefore = typed;
    const faults = told.map((line) => `the server's log says what was typed: ${line}`);
    for (const fault of faults) this.#say(`  ≠ ${fault}`);
    return faults;
  }

  async close(): Promise<void> {
    this.#documents?.close();
    await this.#leaveServer();
  }

  /** Who plays next starts another: one serves the documents that it began with. That of BASE_URL runs on. */
  async #leaveServer(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#looked = 0;
    await server?.stop();
  }
}
