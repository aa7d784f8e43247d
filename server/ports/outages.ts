import type { OutagePort } from "#engine/api/sandbox.ts";
import { WalletError } from "#server/errors.ts";

/** Which of the sandbox's ports are away, and until when: they answer as a provider does that is. */
export class Outages {
  readonly #until = new Map<OutagePort, number>();

  /** Takes a port away for so long; 0 brings it back. */
  take(port: OutagePort, seconds: number): void {
    this.#until.set(port, Date.now() + seconds * 1000);
  }

  /** Whether it is away, for who does not fail but says something else then. */
  isAway(port: OutagePort): boolean {
    return this.#leftMs(port) > 0;
  }

  /** Throws `unavailable` while it is away. */
  assertThere(port: OutagePort): void {
    const leftMs = this.#leftMs(port);
    if (leftMs > 0) throw new WalletError("unavailable", { retryAfterSeconds: Math.ceil(leftMs / 1000) });
  }

  #leftMs(port: OutagePort): number {
    return (this.#until.get(port) ?? 0) - Date.now();
  }
}
