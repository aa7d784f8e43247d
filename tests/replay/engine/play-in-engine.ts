import { install } from "@sinonjs/fake-timers";
import type { Fixture } from "../contracts.ts";
import { HeadlessReading, headlessVerbs } from "../headless-verbs.ts";
import { play, type Seen, type Told } from "../play.ts";
import type { Served } from "../reading.ts";
import { nearFetch } from "../wire.ts";
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
  const taped = (by: Asker) => tapeAnswers(by, nearFetch, answers);
  const served = { baseUrl, fetch: taped("reading"), pageFetch: taped("page") };
  const reading = new HeadlessReading(fixture, served);
  const seen = await play(reading, headlessVerbs, told);
  const mobile = String(reading.variables["mobile"]);
  return { seen, reading, tape: { of: toSign(fixture), baseUrl, mobile, answers } };
}

/** Time that goes by as fast as somebody waits for it. */
class Haste {
  readonly clock = install({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    // The page before may have left one that was set by the real clock.
    shouldClearNativeTimers: true,
  });
  #isOver = false;

  constructor() {
    this.#goOn();
  }

  /** A millisecond goes by with each turn, whoever waits: what rests for a moment goes on. */
  readonly #goOn = (): void => {
    if (this.#isOver) return;
    this.clock.tick(1);
    setImmediate(this.#goOn);
  };

  end(): void {
    this.#isOver = true;
    this.clock.uninstall();
  }
}

/** One that waits for nobody: what the page waits for next comes at once. */
class EngineReading extends HeadlessReading {
  readonly #clock: Haste["clock"];

  constructor(fixture: Fixture, served: Served, { clock }: Haste) {
    super(fixture, served);
    this.#clock = clock;
  }

  protected override async passTime(ms: number): Promise<void> {
    if (this.#clock.countTimers() > 0) await this.#clock.nextAsync();
    else await this.#clock.tickAsync(ms);
  }

  protected override passedMs(): number {
    return this.#clock.now;
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
  const haste = new Haste();
  const served = {
    baseUrl: tape.baseUrl,
    mobile: tape.mobile,
    fetch: player.toFetch("reading"),
    pageFetch: player.toFetch("page"),
  };
  try {
    const reading = new EngineReading(fixture, served, haste);
    const seen = await play(reading, headlessVerbs, async (step, tookMs, observation) => {
      if (player.unheard[0] !== undefined)
        throw new Error(`step '${step.id}' asks what nobody asked before: ${player.unheard[0]}`);
      await told?.(step, tookMs, observation);
    });
    return { seen, reading };
  } finally {
    haste.end();
  }
}
