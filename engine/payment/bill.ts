import type { PaymentInfo } from "#engine/api/payment-info.ts";
import { percentOf, sumOf, toMajor, toMinor } from "./minor-units.ts";

/** A bill as it may arrive: tax may be absent. */
export type BillSource = Omit<PaymentInfo, "gst"> & { readonly gst?: number | null };

/** The root `bill`: PaymentInfo and what the Billing Summary shows, in major units. */
export interface Bill extends PaymentInfo {
  currency: string;
  itemTotal: number;
  grandTotal: number;
  taxPercent: number;
  savings: number;
  refunded: boolean;
}

/** The client's tax rate in percent of the total of credits, only when the server sends no tax. */
export const fallbackTaxRate = 18;

/** The rows of the Billing Summary: they add up, and the tax percent is tax ÷ (total − discount amount). */
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

/** All that was paid (in major units) was given back, or is on its way. */
export function isRefunded({
  currentStatus,
  paid,
  refundDetails,
}: Pick<PaymentInfo, "currentStatus" | "refundDetails"> & { paid: number }): boolean {
  const backMinor = sumOf(
    refundDetails.flatMap(({ status, amount }) => (status === "Failed" ? [] : [toMinor(amount)])),
  );
  return currentStatus === "Success" && backMinor > 0 && backMinor >= toMinor(paid);
}

function toTaxMinor({ gst, verificationList }: BillSource): number {
  if (gst !== undefined && gst !== null) return toMinor(gst);
  return percentOf(sumOf(verificationList.map(({ credits }) => toMinor(credits))), fallbackTaxRate);
}
