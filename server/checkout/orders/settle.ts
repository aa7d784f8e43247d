import type { TransitionActor } from "#engine/core/definitions/states-catalogue.ts";
import type { Cart, CartItem } from "#engine/core/payment/price-cart.ts";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import type { PaymentReport } from "../providers/provider.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { listInvalidItems } from "#server/wallet/releases/stored-answers.ts";
import { toCartItems } from "#server/wallet/transactions/cart.ts";
import { isAllowed } from "#server/wallet/transactions/guard.ts";
import {
  resetIdleClock,
  setTransitionCause,
  type TransitionServices,
} from "#server/wallet/transactions/apply-transition.ts";
import { lockTransactionById, type LoadedTransaction } from "#server/wallet/transactions/load.ts";
import { submitTransaction } from "#server/wallet/steps/submit.ts";
import { priceTransaction } from "./bill.ts";
import { notify, notifyRefund } from "./notices.ts";
import { insertRefund } from "./refunds.ts";
import { findOrder, findPaidOrder, type OrderRow } from "./rows.ts";

/** The effect of a report: `returned` refunds a payment that cannot be used, `known` repeats an earlier report. */
export type SettlementResult = "paid" | "returned" | "failed" | "known" | "mismatch" | "pending" | "unknown";

/** A later failure sends a notification, because the candidate no longer watches the payment page. */
const watchingMs = 120_000;

/**
 * Applies a provider's report in the caller's database transaction. Success is final and may come late, even after the
 * order was cancelled. Another amount or currency than the order's never counts as paid: it may be forged.
 */
export async function settleOrder(
  tx: Queryable,
  orderId: string,
  report: PaymentReport,
  by: TransitionActor,
  services: TransitionServices & Pick<Services, "log">,
): Promise<SettlementResult> {
  const order = await findOrder(tx, orderId);
  if (!order) return "unknown";
  if (report.status === "Pending") return "pending";
  // The transaction's lock serialises concurrent callbacks and new orders.
  const loaded = await lockTransactionById(tx, order.transactionId);
  if (!loaded) return "unknown";
  if (report.status === "Failed") return fail(tx, order, loaded.now, services);
  if (report.amountMinor !== order.amountMinor || report.currency !== order.currency) {
    await writeAudit(tx, "payment-mismatch", order.candidateId, { orderId, provider: order.provider, by });
    services.log.error({ orderId, provider: order.provider }, "a provider reports another amount than the order's");
    return "mismatch";
  }
  return succeed(tx, order, loaded, by, services);
}

async function fail(
  tx: Queryable,
  order: OrderRow,
  now: Date,
  services: Pick<Services, "config">,
): Promise<SettlementResult> {
  const closed = await tx
    .update(orders)
    // Some providers allow a retry on their page: the order is cancelled there next.
    .set({ status: "Failed", closedAt: now, updatedAt: now, statusChecks: 0, nextCheckAt: order.voidedAt ? null : now })
    .where(and(eq(orders.id, order.id), eq(orders.status, "Pending")))
    .returning({ id: orders.id });
  if (closed.length === 0) return "known";
  await resetIdleClock(tx, order.transactionId, now);
  await writeAudit(tx, "payment-failed", order.candidateId, { orderId: order.id, provider: order.provider });
  if (now.getTime() - order.createdAt.getTime() > watchingMs) await notify(tx, "payment-failed", order, now, services);
  return "failed";
}

async function succeed(
  tx: Queryable,
  order: OrderRow,
  loaded: LoadedTransaction,
  by: TransitionActor,
  services: TransitionServices,
): Promise<SettlementResult> {
  const { now } = loaded;
  const paid = await tx
    .update(orders)
    .set({
      status: "Success",
      paidAt: now,
      closedAt: sql`coalesce(${orders.closedAt}, ${now})`,
      updatedAt: now,
      nextCheckAt: null,
    })
    .where(and(eq(orders.id, order.id), ne(orders.status, "Success")))
    .returning({ id: orders.id });
  if (paid.length === 0) return "known";
  await writeAudit(tx, "payment", order.candidateId, {
    orderId: order.id,
    provider: order.provider,
    amountMinor: order.amountMinor,
    currency: order.currency,
    by,
  });
  // Another open order would be a second payment.
  await tx
    .update(orders)
    .set({ statusChecks: 0, nextCheckAt: now })
    .where(and(eq(orders.transactionId, order.transactionId), isNull(orders.closedAt)));
  const isSubmittable =
    isAllowed(loaded, services, { by, to: "IN_PROGRESS" }) &&
    listInvalidItems(loaded, services).length === 0 &&
    !(await findPaidOrder(tx, order.transactionId, order.id));
  const cart = isSubmittable ? findSubmittedCart(order, loaded, services) : undefined;
  if (!cart) {
    const { amountMinor } = order;
    const refundId = await insertRefund(tx, { order, amountMinor, reason: "refund-payment-unusable", now });
    if (refundId) await notifyRefund(tx, "payment-returned", { order, refundId, amountMinor }, now, services);
    await resetIdleClock(tx, order.transactionId, now);
    return "returned";
  }
  await setTransitionCause(tx, by);
  await submitTransaction(tx, loaded, by, services, cart.express);
  const isRefunded = cart !== order.cart && (await refundDifference(tx, order, cart, now, services));
  if (!isRefunded) await notify(tx, "payment-received", order, now, services);
  return "paid";
}

/**
 * The cart that the payment submits: the order's own, or a smaller one after items were removed. Undefined when the
 * payment does not cover everything.
 */
function findSubmittedCart(
  order: OrderRow,
  loaded: LoadedTransaction,
  { config }: Pick<Services, "config">,
): Cart | undefined {
  const items = toCartItems(loaded);
  const isCovered = ({ subType, institution, level }: CartItem) =>
    order.covers.some((paid) => paid.subType === subType && paid.institution === institution && paid.level === level);
  if (!items.every(isCovered)) return undefined;
  if (items.length === order.covers.length) return order.cart;
  const organisation = config.organisation(order.orgId);
  if (!organisation) return undefined;
  const { cart } = priceTransaction(loaded, organisation, order.region, order.express);
  return cart.currency === order.currency && cart.toPayMinor <= order.amountMinor ? cart : undefined;
}

/** Refunds what was paid for items that were removed before the payment arrived. → false when nothing is left. */
async function refundDifference(
  tx: Queryable,
  order: OrderRow,
  submittedCart: Cart,
  now: Date,
  services: TransitionServices,
): Promise<boolean> {
  await tx.update(orders).set({ submittedCart }).where(eq(orders.id, order.id));
  const kept = new Set(submittedCart.items.map(({ subType }) => subType));
  const removed = order.cart.items.filter(({ subType }) => !kept.has(subType));
  const amountMinor = order.amountMinor - submittedCart.toPayMinor;
  const subType = removed.map((item) => item.subType).join(",");
  const refundId = await insertRefund(tx, { order, amountMinor, reason: "refund-items-removed", now, subType });
  if (refundId) await notifyRefund(tx, "payment-partly-returned", { order, refundId, amountMinor }, now, services);
  return refundId !== undefined;
}
