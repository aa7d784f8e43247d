const rememberedMax = 20_000;

/**
 * A rate for each key, in the memory of this process: `perMinute` at once, and as many again in a minute. It costs less
 * than the calls that it refuses, but other servers and a restart know nothing of it. For what must be counted exactly,
 * use RateLimits.
 */
export class RateBuckets {
  readonly #perMinute: number;
  readonly #buckets = new Map<string, { left: number; at: number }>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Counts one. Returns 0, or the seconds to wait. */
  take(key: string): number {
    const left = this.#readLeft(key);
    if (left < 1) return ((1 - left) * 60) / this.#perMinute;
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: left - 1, at: performance.now() });
    if (this.#buckets.size > rememberedMax) this.#forget();
    return 0;
  }

  #readLeft(key: string): number {
    const known = this.#buckets.get(key);
    if (!known) return this.#perMinute;
    return Math.min(this.#perMinute, known.left + ((performance.now() - known.at) / 60_000) * this.#perMinute);
  }

  #forget(): void {
    for (const key of this.#buckets.keys()) if (this.#readLeft(key) === this.#perMinute) this.#buckets.delete(key);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > rememberedMax && oldest !== undefined) this.#buckets.delete(oldest);
  }
}
