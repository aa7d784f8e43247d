import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import type { DiscountRules, Prices } from "#engine/core/definitions/prices.ts";
import { findOwn } from "#engine/core/rules/own-value.ts";
import { percentOf, sumOf, times, toMinor } from "./minor-units.ts";

/** One paid submission. `institution` and `level` are form values that affect the price. */
export interface CartItem {
  readonly verificationName: string;
  readonly subType: string;
  readonly label: string;
  readonly description: string;
  readonly subtitle?: string;
  readonly icon?: string;
  readonly institution?: string;
  readonly level?: string;
  /** False for a verification without express; it keeps its normal price. */
  readonly expressSupported?: boolean;
}

/** An item with its price, in minor units of the cart's currency. */
export interface PricedItem extends CartItem {
  readonly mrpMinor: number;
  readonly priceMinor: number;
}

/** Items, region and prices of a cart; `discount` of the request replaces the catalogue's. */
export interface CartRequest {
  readonly items: readonly CartItem[];
  readonly region: string;
  readonly express: boolean;
  readonly prices: Prices;
  readonly discount?: DiscountRules;
}

/** A bill in integer minor units; its rows add up. `percentage` is 0 when the cart is too small for the discount. */
export interface Cart {
  readonly region: string;
  readonly currency: "INR" | "USD";
  readonly express: boolean;
  readonly items: readonly PricedItem[];
  readonly totalMinor: number;
  readonly mrpDiscountMinor: number;
  readonly discount: { readonly percentage: number; readonly amountMinor: number };
  readonly toPayBeforeGstMinor: number;
  readonly gstMinor: number;
  readonly toPayMinor: number;
  readonly availableDiscount: DiscountRules;
}

/**
 * Prices a cart; undefined for a region without prices. Items without a price are free and omitted. This is the only
 * function that decides an amount to pay.
 */
export function priceCart({ items, region, express, prices, discount }: CartRequest): Cart | undefined {
  const regionPrices = findOwn(prices.regions, region);
  if (!regionPrices) return undefined;
  const priced = priceItems(items, region, express, prices);
  const totalMinor = sumOf(priced.map((item) => item.priceMinor));
  const mrpDiscountMinor = sumOf(priced.map((item) => Math.max(item.mrpMinor - item.priceMinor, 0)));
  const availableDiscount = discount ?? prices.availableDiscount;
  // The discount and its minimum use normal prices, so that express is never cheaper.
  const normalMinor = express
    ? sumOf(priceItems(items, region, false, prices).map((item) => item.priceMinor))
    : totalMinor;
  const percentage = appliedPercentage(availableDiscount, region, normalMinor);
  const amountMinor = percentOf(normalMinor, percentage);
  const toPayBeforeGstMinor = totalMinor - amountMinor;
  const gstMinor = percentOf(toPayBeforeGstMinor, regionPrices.taxRate);
  return {
    region,
    currency: regionPrices.currency,
    express,
    items: priced,
    totalMinor,
    mrpDiscountMinor,
    discount: { percentage, amountMinor },
    toPayBeforeGstMinor,
    gstMinor,
    toPayMinor: toPayBeforeGstMinor + gstMinor,
    availableDiscount,
  };
}

/** The discount applies from its minimum on; a region without a minimum has none. */
function appliedPercentage({ percentage, minAmount }: DiscountRules, region: string, totalMinor: number): number {
  const least = findOwn(minAmount, region);
  return least !== undefined && totalMinor > 0 && totalMinor >= toMinor(least) ? percentage : 0;
}

function priceItems(items: readonly CartItem[], region: string, express: boolean, prices: Prices): PricedItem[] {
  const seen = new Map<string, number>();
  return items.flatMap((item) => {
    const base = findOwn(findOwn(prices.verifications, item.verificationName) ?? {}, region);
    if (!base) return [];
    const before = seen.get(item.verificationName) ?? 0;
    seen.set(item.verificationName, before + 1);
    const factor =
      (findOwn(prices.degreeLevel, item.level ?? "") ?? 1) *
      (express && item.expressSupported !== false ? prices.expressMultiplier : 1);
    const surcharge = surchargeMinor(item.institution, region, prices);
    const mrpMinor = times(toMinor(base.mrp) + surcharge, factor);
    const first = times(toMinor(base.price) + surcharge, factor);
    const further = mrpMinor - percentOf(mrpMinor, base.furtherDiscount ?? 0);
    const priceMinor = before > 0 && base.furtherDiscount !== undefined ? further : first;
    return [{ ...item, mrpMinor, priceMinor }];
  });
}

function surchargeMinor(institution: string | undefined, region: string, prices: Prices): number {
  if (institution === undefined || institution === "") return 0;
  const known = findOwn(prices.institutions, institution);
  return toMinor(findOwn(known ?? prices.otherInstitutions, region) ?? 0);
}

/** The request's own discount; without it the catalogue's applies. */
export function toDiscountRules({ discount }: Pick<DefinitionOf<"request">, "discount">): DiscountRules | undefined {
  return discount && { percentage: discount.percentage, minAmount: discount.minAmount as Record<string, number> };
}
