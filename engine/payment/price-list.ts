import type { PriceListItem } from "#engine/api/transaction-info.ts";
import { findOwn } from "#engine/rules/own-value.ts";
import type { Prices } from "./prices.ts";

/**
 * The prices of tiles, always in the currency of `tileRegion` (USD); verifications without a
 * price are left out. `discount.primary` is what the price saves on the mrp ('Save upto {n}%'),
 * `secondary` what each further one saves.
 */
export function toPriceList(verificationNames: readonly string[], prices: Prices): PriceListItem[] {
  return verificationNames.flatMap((verificationName) => {
    const base = findOwn(findOwn(prices.verifications, verificationName) ?? {}, prices.tileRegion);
    if (!base) return [];
    const { mrp, price, furtherDiscount = 0 } = base;
    const primary = mrp > price ? Math.round(((mrp - price) / mrp) * 100) : 0;
    return [{ verificationName, mrp, price: { primary: price }, discount: { primary, secondary: furtherDiscount } }];
  });
}
