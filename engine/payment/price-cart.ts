import { findOwn } from "#engine/rules/own-value.ts";
import { percentOf, sumOf, times, toMinor } from "./minor-units.ts";
import type { DiscountRules, Prices } from "./prices.ts";

/** One submission that is paid for. `institution` and `level` are form values that set the price. */
export interface CartItem {
  readonly verificationName: string;
  readonly subType: string;
  readonly label: string;
  readonly description: string;
  readonly subtitle?: string;
  readonly icon?: string;
  readonly institution?: string;
  readonly level?: string;
  /** False when this verification cannot be done express: it keeps its normal price. */
  readonly expressSupported?: boolean;
}

/** An item with its price, in minor units of the cart's currency. */
export interface PricedItem extends CartItem {
  readonly mrpMinor: number;
  readonly priceMinor: number;
}

/** What is priced, where, by which prices; `discount` of the request goes before the catalogue's. */
export interface CartRequest {
  readonly items: readonly CartItem[];
  readonly region: string;
  readonly express: boolean;
  readonly prices: Prices;
  readonly discount?: DiscountRules;
}

/** A bill in integer minor units; the rows add up. `percentage` is 0 when the cart is too small for it. */
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
 * The bill of a cart, undefined for a region without prices. Items whose verification has no price
 * there cost nothing and are left out. The one function that decides what somebody pays.
 */
export function priceCart({ items, region, express, prices, discount }: CartRequest): Cart | undefined {
  const place = findOwn(prices.regions, region);
  if (!place) return undefined;
  const priced = priceItems(items, region, express, prices);
  const totalMinor = sumOf(priced.map((item) => item.priceMinor));
  const mrpDiscountMinor = sumOf(priced.map((item) => Math.max(item.mrpMinor - item.priceMinor, 0)));
  const availableDiscount = discount ?? prices.availableDiscount;
  // What is taken off, and from which cart on, follows the normal prices: express is never the cheaper way.
  const normalMinor = express
    ? sumOf(priceItems(items, region, false, prices).map((item) => item.priceMinor))
    : totalMinor;
  const percentage = appliedPercentage(availableDiscount, region, normalMinor);
  const amountMinor = percentOf(normalMinor, percentage);
  const toPayBeforeGstMinor = totalMinor - amountMinor;
  const gstMinor = percentOf(toPayBeforeGstMinor, place.taxRate);
  return {
    region,
    currency: place.currency,
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

/** The discount holds from its least cart on; a region without one never gets it. */
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
