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
  /** It may be left out, whatever else is given. */
  readonly skipAllowed: boolean;
  /** It is one of those of which some must be given. */
  readonly isChoice: boolean;
}

/** What a request asks for, in its order. */
export function toAsks(request: Request, { find, translate }: Sources): Ask[] {
  const say = (text: Text | undefined) => resolveText(text, { roots: {}, rules: {} }, translate);
  const { atLeast, names } = toChoice(request);
  return request.verifications.map(({ verification: name, skipAllowed }) => {
    const document = find("verification", name);
    const isChoice = names.includes(name);
    return {
      name,
      label: document ? say(document.label) : name,
      icon: document?.icon ?? "document",
      ready: say(document?.ready),
      skipAllowed: skipAllowed && !(isChoice && atLeast > 0),
      isChoice: isChoice && atLeast > 0 && atLeast < names.length,
    };
  });
}

/**
 * What the minimum set leaves to choose: of those that may be skipped, how many must be given beside those of the set that
 * are needed anyway. It asks for nothing more where `atLeast` is 0, and leaves no choice where it is as many as there are.
 */
export function toChoice({ verifications, minimumSet }: Request): { atLeast: number; names: readonly string[] } {
  const set = verifications.filter(({ verification }) => minimumSet?.of.includes(verification));
  const names = set.filter(({ skipAllowed }) => skipAllowed).map(({ verification }) => verification);
  const needed = Math.min(minimumSet?.atLeast ?? 0, set.length) - (set.length - names.length);
  return { atLeast: Math.max(needed, 0), names };
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
