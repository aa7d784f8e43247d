/** Choices that look random and are the same for the same seed. */
export interface Random {
  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number;
  /** One of a list; undefined of an empty one. */
  pick<T>(list: readonly T[]): T | undefined;
  /** True in so many cases of a hundred. */
  chance(percent: number): boolean;
}

/** The mulberry32 generator: small, quick, and good enough to spread samples. */
export function toRandom(seed: number): Random {
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
