import { install } from "@sinonjs/fake-timers";
import type { Fixture } from "../contracts.ts";
import { HeadlessReading, headlessVerbs } from "../headless-verbs.ts";
import { play, type Seen, type Told } from "../play.ts";
import { ownFetch } from "../wire.ts";
import { tapeAnswers, TapePlayer, toSign, type Asker, type Tape } from "./tape.ts";

/** What was shown, and the reading that saw it. */
interface Played {
  readonly seen: Seen[];
  readonly reading: HeadlessReading;
}

/** Plays a fixture on a server without a browser; with what the server answered. */
export async function playOnServer(
  fixture: Fixture,
  baseUrl: string,
  told?: Told,
): Promise<Played & { readonly tape: Tape }> {
  const answers: Tape["answers"] = [];
  const taped = (by: Asker) => tapeAnswers(by, ownFetch, answers);
  const served = { baseUrl, fetch: taped("reading"), pageFetch: taped("page") };
  const reading = new HeadlessReading(fixture, served);
  const seen = await play(reading, headlessVerbs, told);
  const mobile = String(reading.variables["mobile"]);
  return { seen, reading, tape: { of: toSign(fixture), baseUrl, mobile, answers } };
}

/** One that waits for nobody: time goes by at once, to whatever the page waits for next. */
class EngineReading extends HeadlessReading {
  readonly #clock = install({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    // The page before may have left one that was set by the real clock.
    shouldClearNativeTimers: true,
  });

  protected override passTurn(): Promise<void> {
    this.#clock.tick(1);
    return super.passTurn();
  }

  protected override async passTime(ms: number): Promise<void> {
    if (this.#clock.countTimers() > 0) await this.#clock.nextAsync();
    else await this.#clock.tickAsync(ms);
  }

  protected override passedMs(): number {
    return this.#clock.now;
  }

  override async end(): Promise<void> {
    await super.end();
    this.#clock.uninstall();
  }
}

/**
 * Plays a fixture on the documents alone: the page asks, and what a server answered when it was played on one is the
 * answer. `documents` serves the documents. Throws where the page asks what it did not ask then.
 */
export async function playInEngine(
  fixture: Fixture,
  tape: Tape,
  documents: typeof fetch,
  told?: Told,
): Promise<Played> {
  const player = new TapePlayer(tape, documents);
  const reading = new EngineReading(fixture, {
    baseUrl: tape.baseUrl,
    mobile: tape.mobile,
    fetch: player.toFetch("reading"),
    pageFetch: player.toFetch("page"),
  });
  const seen = await play(reading, headlessVerbs, async (step, tookMs, observation) => {
    if (player.unheard[0] !== undefined)
      throw new Error(`step '${step.id}' asks what nobody asked before: ${player.unheard[0]}`);
    await told?.(step, tookMs, observation);
  });
  return { seen, reading };
}
