import { AsyncLocalStorage } from "node:async_hooks";
import { WalletError } from "#server/errors.ts";

/** A transaction that has done its work and is not committed yet. */
export interface HeldTransaction {
  /** What reads and writes inside it, as the pool and as drizzle. */
  client: { query(...given: never[]): unknown };
  db: object;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/**
 * One attempt at a call, known to whatever works on it. Under an Idempotency-Key its last transaction is held until the
 * answer stands in it too: there is no moment at which the work is done and nobody remembers what was answered.
 */
export class Attempt {
  /** The caller was told that it did not work: nothing of it may be committed any more. */
  isGivenUp = false;
  /** Whether the last transaction waits for the answer. */
  holds = false;
  /** Told the hash of a file as soon as it has arrived: it is part of what was asked. */
  onContent?: (hash: string) => Promise<void>;
  held: HeldTransaction | undefined;
  readonly #after: (() => void)[] = [];

  /** Before a commit. Throws 503. */
  assertWanted(): void {
    if (this.isGivenUp) throw new WalletError("unavailable", { retryAfterSeconds: 2 });
  }

  async commit(): Promise<void> {
    const { held } = this;
    this.held = undefined;
    if (held && this.isGivenUp) await held.rollback();
    this.assertWanted();
    await held?.commit();
    for (const run of this.#after.splice(0)) leave(run);
  }

  async rollback(): Promise<void> {
    const { held } = this;
    this.held = undefined;
    this.#after.length = 0;
    await held?.rollback();
  }

  after(run: () => void): void {
    this.#after.push(run);
  }
}

const attempts = new AsyncLocalStorage<Attempt>();

/** Runs `run`, and all that it waits for, as one attempt. */
export function runAttempt<T>(attempt: Attempt, run: () => Promise<T>): Promise<T> {
  return attempts.run(attempt, run);
}

/** The attempt that this code works on; none in a job. */
export function findAttempt(): Attempt | undefined {
  return attempts.getStore();
}

/** What others do when something is committed: at once, where nothing is held. */
export function afterCommit(run: () => void): void {
  const attempt = findAttempt();
  if (attempt?.held) attempt.after(run);
  else leave(run);
}

/** An operation that asks somebody else in between commits as it goes, so that what they are asked about is there. */
export function commitAsItGoes(): void {
  const attempt = findAttempt();
  if (attempt) attempt.holds = false;
}

/** What goes on by itself belongs to no attempt. */
export function leave(run: () => void): void {
  attempts.exit(run);
}

/** `target` as it is, or the held transaction in its place, whenever it is asked. */
export function throughHeld<T extends object>(target: T, pick: (held: HeldTransaction) => object, only?: string): T {
  return new Proxy(target, {
    get(own, key) {
      const held = only === undefined || key === only ? findAttempt()?.held : undefined;
      const place = held ? pick(held) : own;
      const value: unknown = Reflect.get(place, key, place);
      return typeof value === "function" ? (value.bind(place) as unknown) : value;
    },
  });
}
