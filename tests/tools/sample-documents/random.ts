/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  between(low: number, high: number): number;
  /** Both ends are included. */
  integer(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
  /** Mean 0, deviation 1, from the sum of uniform numbers. */
  normal(): number;
}

/** The generator mulberry32 by Tommy Ettinger, with the draws that the samples need; `name` separates their streams. */
export function createRandom(seed: number, name = ""): Random {
  let state = seed >>> 0;
  // FNV-1a, so that samples with like names have nothing in common.
  for (const letter of name) state = Math.imul(state ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  const integer = (low: number, high: number) => Math.floor(between(low, high + 1));
  return {
    next,
    between,
    integer,
    pick: (list) => list[integer(0, list.length - 1)]!,
    chance: (share) => next() < share,
    normal: () => next() + next() + next() + next() + next() + next() - 3,
  };
}
