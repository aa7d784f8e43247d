import { and, eq, isNull, sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import { WalletError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { resetIdleClock } from "#server/wallet/transactions/apply-transition.ts";
import { lockTransactionById } from "#server/wallet/transactions/load.ts";
import { toReference, type OrderRow } from "./rows.ts";
import { settleOrder } from "./settle.ts";

/**
 * Cancels an open order, first at its provider, so that it cannot be paid beside the next one. → false when it had
 * failed already. Throws 112 when it is paid or being paid.
 */
export async function cancelOrder(services: Services, order: OrderRow): Promise<boolean> {
  if (order.reference === null || (await services.payments.get(order.provider).cancel(toReference(order)))) {
    await closeOrder(services, order);
    return true;
  }
  const provider = services.payments.get(order.provider);
  const report = await provider.findStatus(toReference(order));
  const result = await transact(services.db, (tx) => settleOrder(tx, order.id, report, "provider", services));
  if (result === "failed") return false;
  if (report.status === "Success" && result !== "mismatch")
    throw new WalletError("alreadyPaid", { data: { paymentId: order.id } });
  throw new WalletError("openOrder", { data: { paymentId: order.id } });
}

/** A cancelled order is checked again after this time, because a payment may have been in progress. */
const checkAgainSeconds = 60;

/**
 * Closes an order. The update is conditional: a callback that came first wins. `voidedAt` stays null while the order's
 * provider session is being created.
 */
export async function closeOrder(services: Services, order: OrderRow): Promise<void> {
  await transact(services.db, async (tx) => {
    const loaded = await lockTransactionById(tx, order.transactionId);
    if (!loaded) return;
    const closed = await tx
      .update(orders)
      .set({
        status: "Failed",
        closedAt: sql`app_now()`,
        updatedAt: sql`app_now()`,
        statusChecks: 0,
        voidedAt: order.reference === null ? null : sql`app_now()`,
        nextCheckAt: sql`app_now() + ${checkAgainSeconds} * interval '1 second'`,
      })
      .where(and(eq(orders.id, order.id), eq(orders.status, "Pending"), isNull(orders.closedAt)))
      .returning({ id: orders.id });
    if (closed.length === 0) return;
    await resetIdleClock(tx, order.transactionId, loaded.now);
    await writeAudit(tx, "payment-cancelled", order.candidateId, { orderId: order.id, provider: order.provider });
  });
}
