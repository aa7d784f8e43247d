import { readFileSync } from "node:fs";
import type { CartItem } from "#engine/core/payment/price-cart.ts";
import type { Prices } from "#engine/core/definitions/prices.ts";

/** The price catalogue of the repository. */
export const prices = (JSON.parse(readFileSync("schemas/catalogues/prices.json", "utf8")) as { prices: Prices }).prices;

/** A submission to price. */
export function cartItem(verificationName: string, rest: Partial<CartItem> = {}): CartItem {
  return { verificationName, subType: `${verificationName}-1`, label: verificationName, description: "", ...rest };
}
