import { pricesContract } from "#engine/payment/prices.ts";
import { meantOf } from "../parts/meant.ts";
import type { Judge } from "./judge.ts";

const region = pricesContract.properties.regions.patternProperties;
const currencies: readonly string[] = Object.values(region).flatMap((one) =>
  one.properties.currency.anyOf.map((currency) => currency.const),
);

/** An amount is said in a currency that nothing is priced in. */
export const unknownCurrency: Judge = ({ operator, operands: [, currency] }) => {
  if (operator !== "money" || !currency || currency.operator !== undefined) return undefined;
  const code = String(currency.expr as string);
  if (currencies.includes(code)) return undefined;
  const message = `Nothing is priced in "${code}"${meantOf(code, currencies)}`;
  return { pointer: currency.pointer, code: "unknown-currency", message };
};
