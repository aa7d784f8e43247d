import { divide, multiply } from "#engine/core/rules/decimal.ts";
import { formatNumber } from "#engine/core/rules/number-text.ts";

/** A typed amount in minor units; with a decimal too many it is not whole, and validation refuses it. */
export const toMinorUnits = (amountMajor: number): number => multiply(amountMajor, 100) ?? amountMajor;

/** An amount in minor units as the box shows it: "1,25,000" or "1,25,000.50". */
export function writeAmount(amountMinor: unknown, locale: string): string {
  if (typeof amountMinor !== "number") return typeof amountMinor === "string" ? amountMinor : "";
  const decimals = amountMinor % 100 === 0 ? 0 : Number.isInteger(amountMinor) ? 2 : undefined;
  return formatNumber(divide(amountMinor, 100), locale, decimals);
}
