import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { CaptchaWork } from "#widgets/widget.ts";

/**
 * Finds the number that work asks for, as text. Each step is made by the browser's own cryptography, off the page's
 * thread, so that the page answers meanwhile. Undefined when the signal ends it; throws where the device cannot: a page
 * without https has no such cryptography, or it takes longer than a minute and a half.
 */
export async function solveWork(
  { challenge }: Pick<CaptchaWork, "challenge">,
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
