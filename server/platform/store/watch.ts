import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { Attempt, runAttempt } from "../attempt.ts";

/** So long a statement may take, and so long nothing may be answered, before the database counts as frozen, in milliseconds. */
const longestMs = 4000;
const everyMs = 250;

/** Whether the database answers at all: one that hangs says nothing, and neither do the connections to it. */
export class Watch {
  /** Whether what takes too long loses its connection; not while the schema is brought up to date. */
  cuts = false;
  #running = 0;
  #quietSince = performance.now();
  #frozen = false;
  #answeredAt = -Infinity;

  /** Before a statement or a connection; → call it at its end. */
  begin(): (succeeded: boolean) => void {
    if (this.#running++ === 0) this.#quietSince = performance.now();
    return (succeeded) => {
      this.#running -= 1;
      if (!succeeded) return;
      this.#quietSince = this.#answeredAt = performance.now();
      this.#frozen = false;
    };
  }

  /** A statement was given up. */
  gaveUp(): void {
    this.#frozen = true;
  }

  /** Whether something is answered now or was within the last second. What stands still may be this process: it hears what came meanwhile. */
  async hearsAnswer(): Promise<boolean> {
    for (const until = performance.now() + longestMs; performance.now() < until; await sleep(everyMs))
      if (performance.now() - this.#answeredAt < 1000) return true;
    return false;
  }

  isFrozen(): boolean {
    return this.#frozen || (this.#running > 0 && performance.now() - this.#quietSince >= longestMs);
  }

  /**
   * What is asked of the database, or `unavailable` (503) as soon as that is frozen, even where one statement after the
   * other would wait its time; what was begun goes on,
   * and commits nothing any more.
   */
  async orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
    const attempt = new Attempt();
    const asked = runAttempt(attempt, ask);
    let isOver = false;
    const frozen = async () => {
      while (!isOver) {
        await sleep(everyMs, undefined, { ref: false });
        if (isOver || !this.isFrozen()) continue;
        attempt.isGivenUp = true;
        attempt.assertWanted();
      }
      return asked;
    };
    try {
      return await Promise.race([asked, frozen()]);
    } finally {
      isOver = true;
      // Its failure was told already.
      asked.catch(() => undefined);
    }
  }
}

/** What of a connection is watched, in the one shape that all its overloads have. */
interface Connection {
  connection: { stream: { destroy(): void } };
  connect(callback?: (error?: unknown) => void): Promise<unknown> | undefined;
  query(...given: unknown[]): unknown;
}

/** A kind of connection whose statements are watched: one that takes too long ends with its connection, client-side, since a frozen server times nothing out. */
export function watchedClient(watch: Watch): typeof pg.Client {
  const Plain = pg.Client as unknown as new (config?: unknown) => Connection;
  class Watched extends Plain {
    override connect(callback?: (error?: unknown) => void): Promise<unknown> | undefined {
      const end = watch.begin();
      const connected = super.connect()!;
      connected.then(
        () => end(true),
        () => end(false),
      );
      if (!callback) return connected;
      connected.then(() => callback(), callback);
      return undefined;
    }

    override query(...given: unknown[]): unknown {
      const end = watch.begin();
      const timer = watch.cuts ? setTimeout(() => this.#cut(), longestMs) : undefined;
      const over = (error: unknown) => {
        clearTimeout(timer);
        // A refusal of the database is an answer too: only what is lost on the way has no SQLSTATE.
        end(!error || /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code)));
      };
      const callback = given.at(-1);
      if (typeof callback === "function")
        return super.query(...given.slice(0, -1), (error: unknown, result: unknown) => {
          over(error);
          (callback as (error: unknown, result: unknown) => void)(error, result);
        });
      const answered = super.query(...given) as Promise<unknown>;
      answered.then(() => over(undefined), over);
      return answered;
    }

    #cut(): void {
      watch.gaveUp();
      this.connection.stream.destroy();
    }
  }
  return Watched as unknown as typeof pg.Client;
}
