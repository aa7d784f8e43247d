import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import { toPointerStep } from "#engine/core/base/json-pointer.ts";
import type { Prices } from "#engine/core/definitions/prices.ts";
import { isMap } from "#engine/core/rules/expression.ts";
import { isSame, type Finding } from "./change.ts";

/**
 * Compares the prices of a request. A candidate pays the price shown at the start: any difference is major for a paid
 * request, minor for a free one.
 */
export function comparePrices(former: Prices, newer: Prices, request: RequestDefinition): Finding[] {
  const verdict = request.payment === "none" ? "minor" : "major";
  return findDifferences(toShown(former, request), toShown(newer, request), "").map((at) => ({
    verdict,
    at: `/prices${at}`,
    message: verdict === "major" ? "has another price now" : "has another price now, in a paid request",
  }));
}

/** Returns the part of the catalogue that affects the price of this request. */
function toShown({ verifications, availableDiscount, ...rest }: Prices, request: RequestDefinition): object {
  const asked = request.verifications.map(({ verification }) => verification);
  return {
    ...rest,
    verifications: Object.fromEntries(Object.entries(verifications).filter(([name]) => asked.includes(name))),
    ...(request.discount ? {} : { availableDiscount }),
  };
}

/** Returns pointers to the innermost different values. */
function findDifferences(before: unknown, after: unknown, at: string): string[] {
  if (isSame(before, after)) return [];
  if (!isMap(before) || !isMap(after)) return [at];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    findDifferences(before[key], after[key], `${at}/${toPointerStep(key)}`),
  );
}
