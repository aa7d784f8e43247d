import type { DocumentOf } from "#engine/documents/document-of.ts";
import { resolveText, type Text } from "#engine/documents/text.ts";
import { toDiscountRules } from "#engine/payment/discount-rules.ts";
import { toMajor } from "#engine/payment/minor-units.ts";
import { priceCart } from "#engine/payment/price-cart.ts";
import type { Makings } from "#engine/scope/root.ts";

type Request = DocumentOf<"request">;
type Sources = Pick<Makings, "find" | "translate">;

/** One verification of a request as it is told before one begins. */
export interface Ask {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  readonly ready: string;
  readonly skipAllowed: boolean;
}

/** What a request asks for, in its order. */
export function toAsks({ verifications }: Request, { find, translate }: Sources): Ask[] {
  const say = (text: Text | undefined) => resolveText(text, { roots: {}, rules: {} }, translate);
  return verifications.map(({ verification: name, skipAllowed }) => {
    const document = find("verification", name);
    return {
      name,
      label: document ? say(document.label) : name,
      icon: document?.icon ?? "document",
      ready: say(document?.ready),
      skipAllowed,
    };
  });
}

/** Whether a proof of identity is among what a request asks for. */
export const asksIdentity = ({ verifications }: Request, { find }: Sources): boolean =>
  verifications.some(({ verification }) => find("verification", verification)?.identity !== undefined);

/** How many minutes all of it takes to fill in; 0 where the documents do not say. */
export const countMinutes = ({ verifications }: Request, { find }: Sources): number =>
  verifications.reduce((sum, { verification }) => sum + (find("verification", verification)?.minutes ?? 0), 0);

/** What one of each costs in each region with tax, in major units; nothing for a free form. */
export function toCost(request: Request, { find }: Sources): Record<string, number> {
  const prices = find("prices", "prices")?.prices;
  if (!prices || request.payment === "none") return {};
  const items = request.verifications.map(({ verification: name }) => ({
    verificationName: name,
    subType: name,
    label: name,
    description: "",
  }));
  const discount = toDiscountRules(request);
  return Object.fromEntries(
    Object.keys(prices.regions).flatMap((region) => {
      const cart = priceCart({ items, region, express: false, prices, ...(discount && { discount }) });
      return cart ? [[region, toMajor(cart.toPayMinor)] as const] : [];
    }),
  );
}
