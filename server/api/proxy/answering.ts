import { services as bases } from "#engine/api/services.ts";

/** Asked at most once in this time: health must not become a load. */
const keptMs = 5_000;
const waitMs = 3_000;

/**
 * Says whether another wallet answers. It is asked for a profile without a token, which every wallet refuses; what
 * counts is that it says so itself, and no gateway in its place.
 */
export function createAnswering(wallet: string): () => Promise<boolean> {
  let known: { until: number; answer: Promise<boolean> } | undefined;
  return () => {
    if (!known || known.until < Date.now()) known = { until: Date.now() + keptMs, answer: ask(wallet) };
    return known.answer;
  };
}

async function ask(wallet: string): Promise<boolean> {
  try {
    const answer = await fetch(`${wallet}${bases.webWallet}/profile`, {
      redirect: "manual",
      signal: AbortSignal.timeout(waitMs),
    });
    await answer.body?.cancel();
    return answer.status < 500;
  } catch {
    return false; // whatever is in the way, nobody answers
  }
}
