/** Whole minor units (paise, cents) of an amount in major units with at most two decimals. */
export function toMinor(amountMajor: number): number {
  return Math.round(amountMajor * 100);
}

/** The amount in major units as it travels: at most two decimals, exact from minor units. */
export function toMajor(amountMinor: number): number {
  return amountMinor / 100;
}

/** `percent` (at most two decimals) of an amount, to the nearest minor unit, a half upwards. */
export function percentOf(amountMinor: number, percent: number): number {
  return Math.round((amountMinor * Math.round(percent * 100)) / 10_000);
}

/** An amount times a factor with at most four decimals, to the nearest minor unit. */
export function times(amountMinor: number, factor: number): number {
  return Math.round((amountMinor * Math.round(factor * 10_000)) / 10_000);
}

/** The sum of amounts in minor units. */
export function sumOf(amountsMinor: readonly number[]): number {
  return amountsMinor.reduce((sum, amount) => sum + amount, 0);
}
