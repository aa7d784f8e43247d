import { toPointerStep } from "#engine/base/json-pointer.ts";
import { findOnly } from "./parts/only.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** A price above the list price: the discount would be less than nothing. */
export const wrongPrice: Check = (set) => {
  const { source, document } = findOnly(set, "prices") ?? {};
  if (!source || !document) return [];
  return Object.entries(document.prices.verifications).flatMap(([name, regions]) =>
    Object.entries(regions)
      .filter(([, { mrp, price }]) => price > mrp)
      .map(([region, { mrp, price }]) => {
        const pointer = `/prices/verifications/${toPointerStep(name)}/${toPointerStep(region)}/price`;
        return issueAt(source, pointer, "wrong-price", `${price} is more than the list price ${mrp}`);
      }),
  );
};
