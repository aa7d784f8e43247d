import { setTimeout as sleep } from "node:timers/promises";
import { WalletError } from "#server/errors.ts";

const waitMs = 10_000;

/**
 * The answer of a port, or `unavailable` when it takes too long: an installation's own driver may have no time limit.
 */
export async function withDeadline<T>(answer: Promise<T>): Promise<T> {
  const cancel = new AbortController();
  const timeout = sleep(waitMs, undefined, { signal: cancel.signal }).then(() => {
    throw new WalletError("unavailable", { retryAfterSeconds: 10, cause: new Error(`no answer in ${waitMs} ms`) });
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    cancel.abort();
    // Ignores the outcome of the loser.
    for (const either of [answer, timeout]) either.catch(() => undefined);
  }
}
