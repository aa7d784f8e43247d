import { once } from "#engine/core/base/once.ts";
import type { DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { resolveText, type Text } from "#engine/core/definitions/text.ts";
import type { RequestRoot } from "#engine/core/scope/request.ts";
import type { RootInput } from "#engine/core/scope/root.ts";
import { isPastExpiry } from "#engine/core/transaction/expiry.ts";
import { toMajor } from "./minor-units.ts";
import { priceCart, toDiscountRules } from "./price-cart.ts";

// The root `request` is built here, above transaction/ and price-cart.ts, because it states what the request costs.

type Request = DefinitionOf<"request">;
type Sources = Pick<RootInput, "find" | "translate">;

/** One verification of a request, as shown before the start. */
export interface Requirement {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  readonly ready: string;
  /** It may be skipped in any case. */
  readonly skipAllowed: boolean;
  /** It belongs to a set of which only some are needed. */
  readonly isChoice: boolean;
}

/** Returns the verifications that a request requires, in order. */
export function toRequirements(request: Request, { find, translate }: Sources): Requirement[] {
  const resolve = (text: Text | undefined) => resolveText(text, { roots: {}, rules: {} }, translate);
  const { atLeast, names } = toMinimumChoice(request);
  return request.verifications.map(({ verification: name, skipAllowed }) => {
    const document = find("verification", name);
    const isChoice = names.includes(name);
    return {
      name,
      label: document ? resolve(document.label) : name,
      icon: document?.icon ?? "document",
      ready: resolve(document?.ready),
      skipAllowed: skipAllowed && !(isChoice && atLeast > 0),
      isChoice: isChoice && atLeast > 0 && atLeast < names.length,
    };
  });
}

/**
 * Returns the choice that the minimum set leaves: how many of its skippable verifications are needed beside the others.
 * `atLeast` is 0 where nothing more is needed, and equals the number of names where there is no choice.
 */
export function toMinimumChoice({ verifications, minimumSet }: Request): { atLeast: number; names: readonly string[] } {
  const set = verifications.filter(({ verification }) => minimumSet?.of.includes(verification));
  const names = set.filter(({ skipAllowed }) => skipAllowed).map(({ verification }) => verification);
  const needed = Math.min(minimumSet?.atLeast ?? 0, set.length) - (set.length - names.length);
  return { atLeast: Math.max(needed, 0), names };
}

/** Returns whether a request requires a proof of identity. */
export const requiresIdentity = ({ verifications }: Request, { find }: Sources): boolean =>
  verifications.some(({ verification }) => find("verification", verification)?.identity !== undefined);

/** Minutes that the request takes to fill in; 0 where the definitions do not state it. */
export const countMinutes = ({ verifications }: Request, { find }: Sources): number =>
  verifications.reduce((sum, { verification }) => sum + (find("verification", verification)?.minutes ?? 0), 0);

/** Cost of one of each verification with tax, by region, in major units; empty for a free form. */
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

/** Builds the root `request`. `refused`: the transaction of the link belongs to another candidate. */
export function toRequest(request: Request, input: RootInput, refused = false): RequestRoot {
  const { now, translate } = input;
  const requirements = once(() => toRequirements(request, input));
  const choice = once(() => {
    const of = requirements().filter(({ isChoice }) => isChoice).length;
    return { atLeast: of > 0 ? toMinimumChoice(request).atLeast : 0, of };
  });
  const cost = once(() => toCost(request, input));
  // Lazy, because the server reads only `expired` with every transaction.
  return {
    ...request,
    formId: request.id,
    name: resolveText(request.name, { roots: {}, rules: {} }, translate),
    expired: isPastExpiry(request.expiry, now),
    refused,
    get requirements() {
      return requirements();
    },
    get choice() {
      return choice();
    },
    get requiresIdentity() {
      return requiresIdentity(request, input);
    },
    get minutes() {
      return countMinutes(request, input);
    },
    get cost() {
      return cost();
    },
  };
}
