import type { RequestDocument } from "#engine/documents/request.ts";
import { toPointerStep } from "#engine/base/json-pointer.ts";
import type { Prices } from "#engine/payment/prices.ts";
import { isMap } from "#engine/rules/expression.ts";
import { isSame, type Finding } from "./change.ts";

/**
 * What became of the prices that a request's candidates are shown. Who pays was shown a price and is charged that one,
 * so any difference is major there; where nobody pays it is minor.
 */
export function comparePrices(former: Prices, newer: Prices, request: RequestDocument): Finding[] {
  const verdict = request.payment === "none" ? "minor" : "major";
  return findDifferences(toShown(former, request), toShown(newer, request), "").map((at) => ({
    verdict,
    at: `/prices${at}`,
    message: verdict === "major" ? "costs something else now" : "costs something else now, where somebody pays",
  }));
}

/** The part of the catalogue that can change what this request costs. */
function toShown({ verifications, availableDiscount, ...rest }: Prices, request: RequestDocument): object {
  const asked = request.verifications.map(({ verification }) => verification);
  return {
    ...rest,
    verifications: Object.fromEntries(Object.entries(verifications).filter(([name]) => asked.includes(name))),
    ...(request.discount ? {} : { availableDiscount }),
  };
}

/** Pointers of the innermost values that differ. */
function findDifferences(before: unknown, after: unknown, at: string): string[] {
  if (isSame(before, after)) return [];
  if (!isMap(before) || !isMap(after)) return [at];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    findDifferences(before[key], after[key], `${at}/${toPointerStep(key)}`),
  );
}
