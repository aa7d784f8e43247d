import { services as bases } from "#engine/contract/services.ts";

/** The result is cached for this time, so that health checks cause no load. */
const cacheMs = 5_000;
const waitMs = 3_000;

/**
 * Returns a function that checks whether the other wallet answers. It requests a profile without a token, which every
 * wallet refuses. A 5xx may come from a gateway and does not count.
 */
export function createWalletHealthCheck(wallet: string): () => Promise<boolean> {
  let known: { until: number; answer: Promise<boolean> } | undefined;
  return () => {
    if (!known || known.until < Date.now()) known = { until: Date.now() + cacheMs, answer: requestProfile(wallet) };
    return known.answer;
  };
}

async function requestProfile(wallet: string): Promise<boolean> {
  try {
    const answer = await fetch(`${wallet}${bases.webWallet}/profile`, {
      redirect: "manual",
      signal: AbortSignal.timeout(waitMs),
    });
    await answer.body?.cancel();
    return answer.status < 500;
  } catch {
    return false; // no answer for any reason
  }
}
