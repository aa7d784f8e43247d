/** Converts major units with at most two decimals to integer minor units (paise, cents). */
export function toMinor(amountMajor: number): number {
  return Math.round(amountMajor * 100);
}

/** Converts minor units to major units for the wire: at most two decimals, exact. */
export function toMajor(amountMinor: number): number {
  return amountMinor / 100;
}

/** `percent` (at most two decimals) of an amount, rounded half up to a minor unit. */
export function percentOf(amountMinor: number, percent: number): number {
  return Math.round((amountMinor * Math.round(percent * 100)) / 10_000);
}

/** An amount times a factor with at most four decimals, rounded to a minor unit. */
export function times(amountMinor: number, factor: number): number {
  return Math.round((amountMinor * Math.round(factor * 10_000)) / 10_000);
}

/** The sum of amounts in minor units. */
export function sumOf(amountsMinor: readonly number[]): number {
  return amountsMinor.reduce((sum, amount) => sum + amount, 0);
}
