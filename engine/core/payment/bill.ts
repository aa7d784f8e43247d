import { translateText } from "#engine/core/definitions/translate.ts";
import { findOwn } from "#engine/core/rules/own-value.ts";
import type { RootInput } from "#engine/core/scope/root.ts";
import type { PaymentInfo, PaymentItem } from "#engine/core/scope/shapes/payment-info.ts";
import { percentOf, sumOf, toMajor, toMinor } from "./minor-units.ts";
import { isRefunded } from "./orders.ts";

/** A bill as received; tax may be absent. */
export type BillSource = Omit<PaymentInfo, "gst"> & { readonly gst?: number | null };

/** PaymentInfo with the rows of the billing summary, in major units. */
export interface Bill extends PaymentInfo {
  currency: string;
  itemTotal: number;
  grandTotal: number;
  taxPercent: number;
  savings: number;
  refunded: boolean;
}

/** Tax rate in percent of the total of credits, used only when the server sends no tax. */
export const fallbackTaxRate = 18;

/** Computes the rows of the billing summary. They add up; the tax percentage is tax ÷ (total − discount). */
export function toBill(source: BillSource): Bill {
  const [totalMinor, amountMinor, mrpDiscountMinor] = [
    toMinor(source.total),
    toMinor(source.discount.amount),
    toMinor(source.discount.mrpDiscount),
  ];
  const taxMinor = toTaxMinor(source);
  const taxedMinor = totalMinor - amountMinor;
  return {
    ...source,
    gst: toMajor(taxMinor),
    currency: source.currencySymbol,
    itemTotal: toMajor(totalMinor + mrpDiscountMinor),
    grandTotal: source.toPay,
    taxPercent: taxedMinor > 0 ? Math.round((taxMinor / taxedMinor) * 100) : 0,
    savings: toMajor(mrpDiscountMinor + amountMinor),
    refunded: isRefunded({ ...source, paid: source.toPay }),
  };
}

function toTaxMinor({ gst, verificationList }: BillSource): number {
  if (gst !== undefined && gst !== null) return toMinor(gst);
  return percentOf(sumOf(verificationList.map(({ credits }) => toMinor(credits))), fallbackTaxRate);
}

/** The root `bill`. `what` of an item is its untranslated label. */
export interface BillRoot extends Bill {
  providerImageUrl: string;
  items: (PaymentItem & { what: string })[];
}

/** Builds the root `bill` from payments.info, with labels in the candidate's language. */
export function toBillRoot(answer: BillSource, { find, translate }: Pick<RootInput, "find" | "translate">): BillRoot {
  const groups = find("categories", "categories")?.categories ?? {};
  const translateGroup = (name: string) => translateText(findOwn(groups, name)?.heading ?? name, {}, translate);
  const { items, disclaimer, ...bill } = toBill(answer);
  const providers = find("providers", "providers")?.providers ?? {};
  return {
    ...bill,
    providerImageUrl: findOwn(providers, bill.provider ?? "")?.imageUrl ?? "",
    items: items.map((item) => ({
      ...item,
      what: item.label,
      label: translate(item.label),
      subtitle: translateGroup(item.subtitle),
    })),
    ...(disclaimer !== undefined && { disclaimer: translate(disclaimer) }),
  };
}
