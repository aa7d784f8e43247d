import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A region is priced in one currency and paid in another. */
export const differentCurrency: Check = (set) => {
  const prices = findOnly(set, "prices")?.document.prices.regions ?? {};
  const { source, document } = findOnly(set, "providers") ?? {};
  if (!source || !document) return [];
  return Object.entries(document.regions).flatMap(([region, { currency }]) => {
    const priced = Object.hasOwn(prices, region) ? prices[region]?.currency : undefined;
    if (priced === undefined || priced === currency) return [];
    const message = `${region} is priced in ${priced}, and paid in ${currency}`;
    return [issueAt(source, `/regions/${toPointerStep(region)}/currency`, "different-currency", message)];
  });
};
