import type { Order, PaymentInfo, Refund } from "#engine/api/payment-info.ts";
import { toMajor } from "#engine/payment/minor-units.ts";
import { toPaymentAmounts } from "#engine/payment/payment-amounts.ts";
import { toDiscountRules } from "#engine/payment/discount-rules.ts";
import { priceCart, type Cart, type CartItem } from "#engine/payment/price-cart.ts";
import { toPaymentMode, type PaymentMode } from "#engine/payment/payment-mode.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { refuseField } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { toCartItems } from "#server/wallet/transactions/cart.ts";
import { toPrices } from "#server/wallet/transactions/documents.ts";
import { english } from "#server/wallet/transactions/labels.ts";
import { toOrg } from "#server/wallet/transactions/lists.ts";
import type { LoadedTransaction } from "#server/wallet/transactions/rows.ts";
import type { OrderRow, RefundRow } from "./rows.ts";

/** What the candidate would pay now; the only place where a price comes from. Throws 106 at /region. */
export function priceNow(
  loaded: LoadedTransaction,
  organisation: OrganisationRelease,
  region: string,
  express: boolean,
): { cart: Cart; items: CartItem[] } {
  const request = loaded.documents.request(loaded.row.formId);
  const items = toCartItems(loaded);
  const cart = priceCart({
    items,
    region,
    express: express && findMode(loaded).expressAllowed,
    prices: toPrices(loaded.documents, organisation),
    discount: toDiscountRules(request),
  });
  if (!cart) throw refuseField("/region", "region", "region-not-offered");
  return { cart, items };
}

/** Whether express is on offer for what is in the cart, and what would stay normal. */
export function findMode(loaded: LoadedTransaction): PaymentMode {
  const request = loaded.documents.request(loaded.row.formId);
  const items = toCartItems(loaded).map(({ verificationName, expressSupported }) => ({
    verificationName,
    expressSupported: expressSupported ?? false,
  }));
  return toPaymentMode(items, request.express === true);
}

/** The bill of a transaction, of a stored order where one is given. */
export function toPaymentInfo(
  cart: Cart,
  loaded: LoadedTransaction,
  organisation: OrganisationRelease,
  words: Words,
  order?: { row: OrderRow; refunds: readonly RefundRow[] },
): PaymentInfo {
  const disclaimer = english(loaded.documents.request(loaded.row.formId).disclaimer, organisation.organisation);
  const { createdAt, updatedAt } = order?.row ?? loaded.row;
  return {
    ...toPaymentAmounts(cart, toPrices(loaded.documents, organisation)),
    ...(disclaimer !== "" && { disclaimer }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    transactionId: loaded.row.id,
    org: toOrg(organisation.organisation, organisation.orgId),
    refundDetails: (order?.refunds ?? []).map((refund) => toRefund(refund, words)),
    expressOpted: order?.row.express ?? cart.express,
    ...(order && {
      provider: order.row.provider,
      currentStatus: order.row.status,
      ...(order.row.paidAt && { paidAt: order.row.paidAt.toISOString() }),
      paymentId: order.row.id,
      orderId: order.row.id,
      totalAmountPaid: toAmountPaid(order.row),
    }),
  };
}

/** An order as history shows it. */
export function toOrder(
  row: OrderRow,
  refunds: readonly RefundRow[],
  organisation: OrganisationRelease | undefined,
  words: Words,
): Order {
  const { cart } = row;
  return {
    _id: row.id,
    transactionId: row.transactionId,
    orgId: row.orgId,
    price: {
      items: cart.items.map(({ label, description, subtitle = "", icon, priceMinor, mrpMinor }) => ({
        label,
        description,
        subtitle,
        price: toMajor(priceMinor),
        mrp: toMajor(mrpMinor),
        ...(icon !== undefined && { icon }),
      })),
      toPay: toMajor(cart.toPayMinor),
      gst: toMajor(cart.gstMinor),
      currencySymbol: cart.currency,
    },
    amount: toMajor(row.amountMinor),
    org: toOrg(organisation?.organisation, row.orgId),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.paidAt && { paidAt: row.paidAt.toISOString() }),
    currentStatus: row.status,
    expressOpted: row.express,
    paymentId: row.id,
    discount: {
      amount: toMajor(cart.discount.amountMinor),
      mrpDiscount: toMajor(cart.mrpDiscountMinor),
      percentage: cart.discount.percentage,
    },
    refundDetails: refunds.map((refund) => toRefund(refund, words)),
    totalAmountPaid: toAmountPaid(row),
    provider: row.provider,
  };
}

function toAmountPaid({ status, amountMinor }: OrderRow): number {
  return status === "Success" ? toMajor(amountMinor) : 0;
}

function toRefund({ id, reason, amountMinor, status, createdAt, sentAt, updatedAt }: RefundRow, words: Words): Refund {
  return {
    _id: id,
    refundId: id,
    reason: words.reason(reason),
    amount: toMajor(amountMinor),
    status,
    createdAt: createdAt.toISOString(),
    ...(sentAt && { sentAt: sentAt.toISOString() }),
    ...(status !== "Pending" && { settledAt: updatedAt.toISOString() }),
  };
}
