import { setTimeout as sleep } from "node:timers/promises";
import { WalletError } from "#server/errors.ts";

const waitMs = 10_000;

/** What a port answers, or `unavailable` when that takes too long: an installation's own driver may have no limit. */
export async function inTime<T>(asked: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = sleep(waitMs, undefined, { signal: over.signal }).then(() => {
    throw new WalletError("unavailable", { retryAfterSeconds: 10, cause: new Error(`no answer in ${waitMs} ms`) });
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    over.abort();
    // Whatever comes of either now, it was answered.
    for (const either of [asked, late]) either.catch(() => undefined);
  }
}
