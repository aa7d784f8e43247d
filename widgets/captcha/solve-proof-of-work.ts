import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { CaptchaProofOfWork } from "#widgets/widget.ts";

/**
 * Solves a proof of work and returns the number as text. Uses Web Crypto, which runs off the main thread. Undefined
 * when aborted. Throws without https, which Web Crypto needs, and after 90 seconds.
 */
export async function solveProofOfWork(
  { challenge }: Pick<CaptchaProofOfWork, "challenge">,
  signal: AbortSignal,
): Promise<string | undefined> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const found = await solveChallenge({ challenge: { parameters: challenge }, deriveKey, controller });
    if (signal.aborted) return undefined;
    if (!found) throw new Error("The work was not finished in time.");
    return String(found.counter);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
