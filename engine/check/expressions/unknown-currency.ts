import { describe, kindsOf, literalsOf } from "#engine/base/known.ts";
import { pricesContract } from "#engine/payment/prices.ts";
import { meantOf } from "../parts/meant.ts";
import type { TypedNode } from "../parts/typed.ts";
import type { Finding, Judge } from "./judge.ts";

const region = pricesContract.properties.regions.patternProperties;
const currencies: readonly string[] = Object.values(region).flatMap((one) =>
  one.properties.currency.anyOf.map((currency) => currency.const),
);

/** An amount is said in a currency that nothing is priced in. */
export const unknownCurrency: Judge = ({ operator, operands: [, currency] }) => {
  if (operator !== "money" || !currency) return undefined;
  if (currency.operator !== undefined) return findOther(currency);
  const code = String(currency.expr as string);
  if (currencies.includes(code)) return undefined;
  const message = `Nothing is priced in "${code}"${meantOf(code, currencies)}`;
  return { pointer: currency.pointer, code: "unknown-currency", message };
};

/** What is no currency at all, as its contract says. */
function findOther({ known: { schema }, path, pointer }: TypedNode): Finding | undefined {
  if (kindsOf(schema).has("any") || literalsOf(schema)) return undefined;
  const message = `${path?.path ?? "This"} is ${describe(schema)} and no currency`;
  return { pointer, code: "unknown-currency", message };
}
