import type { Prices } from "#engine/core/definitions/prices.ts";
import { findOwn } from "#engine/core/rules/own-value.ts";
import type { PriceListItem } from "#engine/core/scope/shapes/transaction-info.ts";

/**
 * Prices of tiles, always in the currency of `tileRegion` (USD); verifications without a price are omitted.
 * `discount.primary` is the saving of the price on the mrp ('Save upto {n}%'), `secondary` that of each further one.
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
