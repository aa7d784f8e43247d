import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { DiscountRules } from "./prices.ts";

/** The discount of a request's own; without one the catalogue's counts. */
export function toDiscountRules({ discount }: Pick<DocumentOf<"request">, "discount">): DiscountRules | undefined {
  return discount && { percentage: discount.percentage, minAmount: discount.minAmount as Record<string, number> };
}
