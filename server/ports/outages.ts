import type { OutagePort } from "#engine/contract/sandbox.ts";
import { WalletError } from "#server/errors.ts";

/** Simulated outages of the sandbox's ports: until they end, the port answers like a provider that is down. */
export class Outages {
  readonly #until = new Map<OutagePort, number>();

  /** Starts an outage; 0 seconds ends it. */
  start(port: OutagePort, seconds: number): void {
    this.#until.set(port, Date.now() + seconds * 1000);
  }

  /** Returns whether the port is down, for callers that do not throw. */
  isDown(port: OutagePort): boolean {
    return this.#leftMs(port) > 0;
  }

  /** Throws `unavailable` while the port is down. */
  assertUp(port: OutagePort): void {
    const leftMs = this.#leftMs(port);
    if (leftMs > 0) throw new WalletError("unavailable", { retryAfterSeconds: Math.ceil(leftMs / 1000) });
  }

  #leftMs(port: OutagePort): number {
    return (this.#until.get(port) ?? 0) - Date.now();
  }
}
