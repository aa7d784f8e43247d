import { getAt } from "#engine/core/base/json-pointer.ts";
import type { Express } from "#engine/core/scope/shapes/transaction-info.ts";
import type { Cart, CartItem } from "#engine/core/payment/price-cart.ts";
import { findNames } from "#server/reference/lists/entries.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { english } from "./english-text.ts";
import type { LoadedTransaction } from "./load.ts";

/** The items to pay for: one per submission that is not skipped. */
export function toCartItems(loaded: Pick<LoadedTransaction, "row" | "items" | "definitions">): CartItem[] {
  const request = loaded.definitions.request(loaded.row.formId);
  return loaded.items.flatMap((item) => {
    const verification = loaded.definitions.verification(item.name);
    if (!verification || item.markedAsSkip) return [];
    const requested = request.verifications.find((entry) => entry.verification === item.name);
    const { institution, level, express } = verification.pricing ?? {};
    return item.submissions.map(({ subType, data }) => {
      const at = (pointer: string | undefined) => (pointer === undefined ? undefined : asText(getAt(data, pointer)));
      return {
        verificationName: item.name,
        subType,
        label: english(verification.label),
        description: at(verification.titleFrom) ?? "",
        subtitle: at(institution) ?? verification.category,
        icon: verification.icon,
        institution: at(institution),
        level: at(level),
        expressSupported: requested?.express ?? express ?? false,
      };
    });
  });
}

/** Express details of a transaction submitted as express; undefined at normal speed. */
export function findExpress(loaded: Pick<LoadedTransaction, "row" | "items" | "definitions">): Express | undefined {
  return loaded.row.express ? { all: isAllExpress(loaded) } : undefined;
}

/** Returns whether every submission supports express. */
export const isAllExpress = (loaded: Parameters<typeof toCartItems>[0]): boolean =>
  toCartItems(loaded).every(({ expressSupported }) => expressSupported);

/** The cart with institution names instead of ids. Free text stays. */
export async function nameInstitutions(db: Queryable, cart: Cart): Promise<Cart> {
  const names = await findNames(
    db,
    "institutes",
    cart.items.flatMap(({ institution }) => institution ?? []),
  );
  return {
    ...cart,
    items: cart.items.map((item) => ({ ...item, subtitle: names.get(item.institution ?? "") ?? item.subtitle })),
  };
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, 200) : undefined;
}
