import type { Order, PaymentInfo, Refund } from "#engine/core/scope/shapes/payment-info.ts";
import { toMajor } from "#engine/core/payment/minor-units.ts";
import { toPaymentAmounts } from "#engine/core/payment/payment-amounts.ts";
import { toDiscountRules } from "#engine/core/payment/price-cart.ts";
import { priceCart, type Cart, type CartItem } from "#engine/core/payment/price-cart.ts";
import { toPaymentMode, type PaymentMode } from "#engine/core/payment/payment-mode.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { invalidField } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { toCartItems } from "#server/wallet/transactions/cart.ts";
import { toPrices } from "#server/wallet/transactions/pinned-definitions.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { toOrgSummary } from "#server/wallet/transactions/lists.ts";
import type { LoadedTransaction } from "#server/wallet/transactions/load.ts";
import type { OrderRow, RefundRow } from "./rows.ts";

/** Prices the candidate's cart now. This is the only place that computes a price. Throws 106 at /region. */
export function priceTransaction(
  loaded: LoadedTransaction,
  organisation: OrganisationRelease,
  region: string,
  express: boolean,
): { cart: Cart; items: CartItem[] } {
  const request = loaded.definitions.request(loaded.row.formId);
  const items = toCartItems(loaded);
  const cart = priceCart({
    items,
    region,
    express: express && findPaymentMode(loaded).expressAllowed,
    prices: toPrices(loaded.definitions, organisation),
    discount: toDiscountRules(request),
  });
  if (!cart) throw invalidField("/region", "region", "region-not-offered");
  return { cart, items };
}

/** Returns whether the cart can be processed express, and which verifications stay normal. */
export function findPaymentMode(loaded: LoadedTransaction): PaymentMode {
  const request = loaded.definitions.request(loaded.row.formId);
  const items = toCartItems(loaded).map(({ verificationName, expressSupported }) => ({
    verificationName,
    expressSupported: expressSupported ?? false,
  }));
  return toPaymentMode(items, request.express === true);
}

/** Builds the bill of a transaction, or of a stored order. */
export function toPaymentInfo(
  cart: Cart,
  loaded: LoadedTransaction,
  organisation: OrganisationRelease,
  messages: MessageTexts,
  order?: { row: OrderRow; refunds: readonly RefundRow[] },
): PaymentInfo {
  const disclaimer = english(loaded.definitions.request(loaded.row.formId).disclaimer, organisation.organisation);
  const { createdAt, updatedAt } = order?.row ?? loaded.row;
  return {
    ...toPaymentAmounts(cart, toPrices(loaded.definitions, organisation)),
    ...(disclaimer !== "" && { disclaimer }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    transactionId: loaded.row.id,
    org: toOrgSummary(organisation.organisation, organisation.orgId),
    refundDetails: (order?.refunds ?? []).map((refund) => toRefund(refund, messages)),
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

/** Builds an order as the payment history shows it. */
export function toOrder(
  row: OrderRow,
  refunds: readonly RefundRow[],
  organisation: OrganisationRelease | undefined,
  messages: MessageTexts,
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
    org: toOrgSummary(organisation?.organisation, row.orgId),
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
    refundDetails: refunds.map((refund) => toRefund(refund, messages)),
    totalAmountPaid: toAmountPaid(row),
    provider: row.provider,
  };
}

function toAmountPaid({ status, amountMinor }: OrderRow): number {
  return status === "Success" ? toMajor(amountMinor) : 0;
}

function toRefund(
  { id, reason, amountMinor, status, createdAt, sentAt, updatedAt }: RefundRow,
  messages: MessageTexts,
): Refund {
  return {
    _id: id,
    refundId: id,
    reason: messages.formatReason(reason),
    amount: toMajor(amountMinor),
    status,
    createdAt: createdAt.toISOString(),
    ...(sentAt && { sentAt: sentAt.toISOString() }),
    ...(status !== "Pending" && { settledAt: updatedAt.toISOString() }),
  };
}
