import type { DiscountRules, Prices } from "#engine/core/definitions/prices.ts";
import { findOwn } from "#engine/core/rules/own-value.ts";
import type { PaymentInfo } from "#engine/core/scope/shapes/payment-info.ts";
import { toMajor } from "./minor-units.ts";
import type { Cart, PricedItem } from "./price-cart.ts";

/** The part of PaymentInfo that a cart determines; the server adds the rest. */
export type PaymentAmounts = Pick<
  PaymentInfo,
  | "items"
  | "total"
  | "toPay"
  | "toPayBeforeGst"
  | "gst"
  | "discount"
  | "availableDiscount"
  | "currencySymbol"
  | "verificationList"
  | "region"
>;

/** Converts a cart to the wire: exact major units. */
export function toPaymentAmounts(cart: Cart, prices: Prices): PaymentAmounts {
  return {
    items: cart.items.map(toItem),
    total: toMajor(cart.totalMinor),
    toPay: toMajor(cart.toPayMinor),
    toPayBeforeGst: toMajor(cart.toPayBeforeGstMinor),
    gst: toMajor(cart.gstMinor),
    discount: {
      amount: toMajor(cart.discount.amountMinor),
      mrpDiscount: toMajor(cart.mrpDiscountMinor),
      percentage: cart.discount.percentage,
    },
    availableDiscount: toAvailableDiscount(cart.availableDiscount, prices),
    currencySymbol: cart.currency,
    verificationList: cart.items.map((item) => ({ name: item.verificationName, credits: toMajor(item.priceMinor) })),
    region: cart.region,
  };
}

function toItem(item: PricedItem): PaymentInfo["items"][number] {
  const { label, description, subtitle = "", icon } = item;
  return {
    label,
    description,
    subtitle,
    price: toMajor(item.priceMinor),
    mrp: toMajor(item.mrpMinor),
    ...(icon === undefined ? {} : { icon }),
  };
}

function toAvailableDiscount(
  { percentage, minAmount }: DiscountRules,
  prices: Prices,
): PaymentInfo["availableDiscount"] {
  const amounts = Object.entries(minAmount).flatMap(([region, amount]) => {
    const place = findOwn(prices.regions, region);
    return place ? [[region, { currency: place.currency, amount }] as const] : [];
  });
  return { percentage, minAmount: Object.fromEntries(amounts) };
}
