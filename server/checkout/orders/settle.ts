import type { Doer } from "#engine/documents/states-catalogue.ts";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import type { Report } from "../providers/provider.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { listRefused } from "#server/wallet/releases/stored-answers.ts";
import { toCartItems } from "#server/wallet/transactions/cart.ts";
import { isAllowed } from "#server/wallet/transactions/guard.ts";
import { handBack, setMovedBy, type SettleServices } from "#server/wallet/transactions/moves.ts";
import { lockTransactionById, type LoadedTransaction } from "#server/wallet/transactions/rows.ts";
import { submitTransaction } from "#server/wallet/steps/submission.ts";
import { notify, notifyRefund } from "./notices.ts";
import { insertRefund } from "./refunds.ts";
import { findOrder, findPaidOrder, type OrderRow } from "./rows.ts";

/** What a report did: `paid` and submitted, `returned` since nothing could be paid by it, `known` before, or nothing. */
export type Effect = "paid" | "returned" | "failed" | "known" | "mismatch" | "pending" | "unknown";

/** A failure that came this late is told by a notification: nobody looks at the payment page any more. */
const watchedMs = 120_000;

/**
 * Puts what a provider says of an order into the books, in the caller's transaction. Success is final and may come
 * late, also for an order that was given up; another amount or currency than ours never succeeds: a
 * forged or mixed-up callback must not count as paid.
 */
export async function settleOrder(
  tx: Queryable,
  orderId: string,
  report: Report,
  by: Doer,
  services: SettleServices & Pick<Services, "log">,
): Promise<Effect> {
  const order = await findOrder(tx, orderId);
  if (!order) return "unknown";
  if (report.status === "Pending") return "pending";
  // Whoever changes an order holds its transaction: two callbacks at once, and a new order meanwhile, wait here.
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

async function fail(tx: Queryable, order: OrderRow, now: Date, services: Pick<Services, "config">): Promise<Effect> {
  const closed = await tx
    .update(orders)
    // Some providers let a candidate try again on their page: the order is cancelled there next.
    .set({ status: "Failed", closedAt: now, updatedAt: now, checks: 0, nextCheckAt: order.releasedAt ? null : now })
    .where(and(eq(orders.id, order.id), eq(orders.status, "Pending")))
    .returning({ id: orders.id });
  if (closed.length === 0) return "known";
  await handBack(tx, order.transactionId, now);
  await writeAudit(tx, "payment-failed", order.candidateId, { orderId: order.id, provider: order.provider });
  if (now.getTime() - order.createdAt.getTime() > watchedMs) await notify(tx, "payment-failed", order, now, services);
  return "failed";
}

async function succeed(
  tx: Queryable,
  order: OrderRow,
  loaded: LoadedTransaction,
  by: Doer,
  services: SettleServices,
): Promise<Effect> {
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
  // Another order that is still open would be a second payment.
  await tx
    .update(orders)
    .set({ checks: 0, nextCheckAt: now })
    .where(and(eq(orders.transactionId, order.transactionId), isNull(orders.closedAt)));
  const isUsable =
    isAllowed(loaded, services, { by, to: "IN_PROGRESS" }) &&
    isCovered(order, loaded) &&
    listRefused(loaded, services).length === 0 &&
    !(await findPaidOrder(tx, order.transactionId, order.id));
  if (!isUsable) {
    const { amountMinor } = order;
    const refundId = await insertRefund(tx, { order, amountMinor, reason: "refund-payment-unusable", now });
    if (refundId) await notifyRefund(tx, "payment-returned", { order, refundId, amountMinor }, now, services);
    await handBack(tx, order.transactionId, now);
    return "returned";
  }
  await setMovedBy(tx, by);
  await submitTransaction(tx, loaded, by, services, order.express);
  await notify(tx, "payment-received", order, now, services);
  return "paid";
}

/** Never an unpaid item in a paid order: everything that would be handed in is what the order was priced for. */
function isCovered({ covers }: OrderRow, loaded: LoadedTransaction): boolean {
  return toCartItems(loaded).every((item) =>
    covers.some(
      (known) => known.subType === item.subType && known.institution === item.institution && known.level === item.level,
    ),
  );
}
