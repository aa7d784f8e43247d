import { AsyncLocalStorage } from "node:async_hooks";
import { WalletError } from "#server/errors.ts";

/** A transaction that has run its statements and is not committed yet. */
export interface UncommittedTransaction {
  /** Reads and writes inside it, as a pool and as drizzle. */
  client: { query(...given: never[]): unknown };
  db: object;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/**
 * The state of one call, shared by all code that works on it. Idempotency: under an Idempotency-Key the last
 * transaction waits for the answer, and both are committed together. So the effect is never stored without the answer.
 */
export class IdempotentCall {
  /** The client got an error already, so nothing may be committed any more. */
  isAbandoned = false;
  /** True when the last transaction waits for the answer. */
  defersCommit = false;
  /** Gets the hash of an uploaded file as soon as it has arrived: the hash is part of the request. */
  onContentHash?: (hash: string) => Promise<void>;
  uncommitted: UncommittedTransaction | undefined;
  readonly #callbacks: (() => void)[] = [];

  /** Call before a commit. Throws 503. */
  assertNotAbandoned(): void {
    if (this.isAbandoned) throw new WalletError("unavailable", { retryAfterSeconds: 2 });
  }

  async commit(): Promise<void> {
    const { uncommitted } = this;
    this.uncommitted = undefined;
    if (uncommitted && this.isAbandoned) await uncommitted.rollback();
    this.assertNotAbandoned();
    await uncommitted?.commit();
    for (const run of this.#callbacks.splice(0)) runDetached(run);
  }

  async rollback(): Promise<void> {
    const { uncommitted } = this;
    this.uncommitted = undefined;
    this.#callbacks.length = 0;
    await uncommitted?.rollback();
  }

  afterCommit(run: () => void): void {
    this.#callbacks.push(run);
  }
}

const calls = new AsyncLocalStorage<IdempotentCall>();

/** Runs `run`, and everything that it awaits, as part of this call. */
export function runIdempotentCall<T>(call: IdempotentCall, run: () => Promise<T>): Promise<T> {
  return calls.run(call, run);
}

/** The call that the running code belongs to; undefined in a job. */
export function findIdempotentCall(): IdempotentCall | undefined {
  return calls.getStore();
}

/** Runs `run` after the commit; at once when no transaction waits. */
export function afterCommit(run: () => void): void {
  const call = findIdempotentCall();
  if (call?.uncommitted) call.afterCommit(run);
  else runDetached(run);
}

/** For operations that call an outside service in between: each transaction is committed before the next step. */
export function commitEachTransaction(): void {
  const call = findIdempotentCall();
  if (call) call.defersCommit = false;
}

/** As `commitEachTransaction`, while `run` runs: the last transaction of the call still waits for the answer. */
export async function withImmediateCommits<T>(run: () => Promise<T>): Promise<T> {
  const call = findIdempotentCall();
  const defersCommit = call?.defersCommit ?? false;
  commitEachTransaction();
  try {
    return await run();
  } finally {
    if (call) call.defersCommit = defersCommit;
  }
}

/** Runs work that outlives the call outside of it. */
export function runDetached(run: () => void): void {
  calls.exit(run);
}

/** A proxy of `target` that uses the uncommitted transaction of the present call, if there is one. */
export function throughUncommitted<T extends object>(
  target: T,
  pick: (uncommitted: UncommittedTransaction) => object,
  only?: string,
): T {
  return new Proxy(target, {
    get(own, key) {
      const uncommitted = only === undefined || key === only ? findIdempotentCall()?.uncommitted : undefined;
      const actual = uncommitted ? pick(uncommitted) : own;
      const value: unknown = Reflect.get(actual, key, actual);
      return typeof value === "function" ? (value.bind(actual) as unknown) : value;
    },
  });
}
