import { getAt } from "#engine/base/json-pointer.ts";
import type { Express } from "#engine/api/transaction-info.ts";
import type { Cart, CartItem } from "#engine/payment/price-cart.ts";
import { findNames } from "#server/reference/lists/entries.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { english } from "./labels.ts";
import type { LoadedTransaction } from "./rows.ts";

/** What the candidate would pay for: one item per submission that is not skipped. */
export function toCartItems(loaded: Pick<LoadedTransaction, "row" | "items" | "documents">): CartItem[] {
  const request = loaded.documents.request(loaded.row.formId);
  return loaded.items.flatMap((item) => {
    const verification = loaded.documents.verification(item.name);
    if (!verification || item.markedAsSkip) return [];
    const asked = request.verifications.find((entry) => entry.verification === item.name);
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
        expressSupported: asked?.express ?? express ?? false,
      };
    });
  });
}

/** How express a transaction is that was handed in so; undefined at the usual speed. */
export function findExpress(loaded: Pick<LoadedTransaction, "row" | "items" | "documents">): Express | undefined {
  return loaded.row.express ? { all: isAllExpress(loaded) } : undefined;
}

/** Everything that is handed in can be done express. */
export const isAllExpress = (loaded: Parameters<typeof toCartItems>[0]): boolean =>
  toCartItems(loaded).every(({ expressSupported }) => expressSupported);

/** The cart as people read it: institutions by their names. What a candidate typed stays as it is. */
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
