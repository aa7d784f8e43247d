/** A deterministic random source. */
export interface Random {
  /** Returns an integer from 0 to `bound` - 1. */
  below(bound: number): number;
  /** Returns an element; undefined for an empty list. */
  pick<T>(list: readonly T[]): T | undefined;
  /** Returns true with this probability in percent. */
  chance(percent: number): boolean;
}

/** The mulberry32 generator: small, fast, and good enough for samples. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return { below, pick: (list) => list[below(list.length)], chance: (percent) => below(100) < percent };
}
