import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { IdempotentCall, runIdempotentCall } from "../idempotent-call.ts";

/**
 * The longest time for a statement, and the longest silence of the database, before the circuit opens. In milliseconds.
 */
const maxSilenceMs = 4000;
const checkEveryMs = 250;

/**
 * Calls `act` after `ms` in which this process could read answers. A pause of the process itself (garbage collection, a
 * sleeping machine) counts as one tick, because the answer may have come meanwhile.
 */
function afterListening(ms: number, act: () => void): () => void {
  let left = ms;
  const timer = setInterval(() => {
    left -= checkEveryMs;
    if (left > 0) return;
    clearInterval(timer);
    act();
  }, checkEveryMs);
  return () => clearInterval(timer);
}

/**
 * A circuit breaker for the database. It opens when a running statement gets no answer in time: a frozen database
 * reports no error, and neither do its connections. The first answer closes it.
 */
export class CircuitBreaker {
  /** Whether a slow statement loses its connection. False while migrations run. */
  cutsSlowStatements = false;
  #running = 0;
  #isSilent = false;
  #stopListening: (() => void) | undefined;
  #isTripped = false;
  #answeredAt = -Infinity;

  /** Call it before a statement or a connection, and the returned function at its end. */
  begin(): (succeeded: boolean) => void {
    if (this.#running++ === 0) this.#listen();
    return (succeeded) => {
      this.#running -= 1;
      if (succeeded) {
        this.#answeredAt = performance.now();
        this.#isTripped = false;
      }
      if (succeeded || this.#running === 0) this.#listen();
    };
  }

  /** Starts to wait for the next answer. Without a running statement there is none to wait for. */
  #listen(): void {
    this.#stopListening?.();
    this.#isSilent = false;
    this.#stopListening = this.#running === 0 ? undefined : afterListening(maxSilenceMs, () => (this.#isSilent = true));
  }

  /** Opens the circuit: a statement took too long. */
  trip(): void {
    this.#isTripped = true;
  }

  /**
   * Waits for an answer, up to the limit; an answer within the last second counts. The waits let this process read
   * answers that arrived while it was blocked itself.
   */
  async hasRecentAnswer(): Promise<boolean> {
    for (const until = performance.now() + maxSilenceMs; performance.now() < until; await sleep(checkEveryMs))
      if (performance.now() - this.#answeredAt < 1000) return true;
    return false;
  }

  isOpen(): boolean {
    return this.#isTripped || this.#isSilent;
  }

  /**
   * Runs `run`, or throws `unavailable` (503) as soon as the circuit is open, also when many short waits add up. The
   * work goes on in the background and commits nothing any more.
   */
  async orUnavailable<T>(run: () => Promise<T>): Promise<T> {
    const call = new IdempotentCall();
    const result = runIdempotentCall(call, run);
    let isOver = false;
    const failWhenOpen = async () => {
      while (!isOver) {
        await sleep(checkEveryMs, undefined, { ref: false });
        if (isOver || !this.isOpen()) continue;
        call.isAbandoned = true;
        call.assertNotAbandoned();
      }
      return result;
    };
    try {
      return await Promise.race([result, failWhenOpen()]);
    } finally {
      isOver = true;
      // The client got an error already.
      result.catch(() => undefined);
    }
  }
}

/** The used part of a pg connection, in one shape for all its overloads. */
interface Connection {
  connection: { stream: { destroy(): void } };
  connect(callback?: (error?: unknown) => void): Promise<unknown> | undefined;
  query(...args: unknown[]): unknown;
}

/**
 * A client class that reports to the circuit breaker. It destroys the connection of a slow statement itself, because a
 * frozen server applies no timeout.
 */
export function createGuardedClient(circuitBreaker: CircuitBreaker): typeof pg.Client {
  const Plain = pg.Client as unknown as new (config?: unknown) => Connection;
  class GuardedClient extends Plain {
    override connect(callback?: (error?: unknown) => void): Promise<unknown> | undefined {
      const end = circuitBreaker.begin();
      const connected = super.connect()!;
      connected.then(
        () => end(true),
        () => end(false),
      );
      if (!callback) return connected;
      connected.then(() => callback(), callback);
      return undefined;
    }

    override query(...args: unknown[]): unknown {
      const end = circuitBreaker.begin();
      const stopListening = circuitBreaker.cutsSlowStatements
        ? afterListening(maxSilenceMs, () => this.#destroyConnection())
        : undefined;
      const finish = (error: unknown) => {
        stopListening?.();
        // An error with an SQLSTATE is an answer too. Only a lost connection has none.
        end(!error || /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code)));
      };
      const callback = args.at(-1);
      if (typeof callback === "function")
        return super.query(...args.slice(0, -1), (error: unknown, result: unknown) => {
          finish(error);
          (callback as (error: unknown, result: unknown) => void)(error, result);
        });
      const answered = super.query(...args) as Promise<unknown>;
      answered.then(() => finish(undefined), finish);
      return answered;
    }

    #destroyConnection(): void {
      circuitBreaker.trip();
      this.connection.stream.destroy();
    }
  }
  return GuardedClient as unknown as typeof pg.Client;
}
