import { readFileSync } from "node:fs";
import type { CartItem } from "#engine/payment/price-cart.ts";
import type { Prices } from "#engine/payment/prices.ts";

/** The price catalogue as it is served. */
export const prices = (JSON.parse(readFileSync("schemas/catalogues/prices.json", "utf8")) as { prices: Prices }).prices;

/** A submission to be priced. */
export function cartItem(verificationName: string, rest: Partial<CartItem> = {}): CartItem {
  return { verificationName, subType: `${verificationName}-1`, label: verificationName, description: "", ...rest };
}
