import { and, eq, isNull, sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import { WalletError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { handBack } from "#server/wallet/transactions/moves.ts";
import { lockTransactionById } from "#server/wallet/transactions/rows.ts";
import { toReference, type OrderRow } from "./rows.ts";
import { settleOrder } from "./settle.ts";

/**
 * Gives an open order up: cancelled at its provider first, so that it cannot be paid beside the next one.
 * Throws 112 when it is paid, or being paid.
 */
export async function releaseOrder(services: Services, order: OrderRow): Promise<void> {
  if (order.reference === null) return closeOrder(services, order);
  const provider = services.payments.get(order.provider);
  if (await provider.cancel(toReference(order))) return closeOrder(services, order);
  const report = await provider.findStatus(toReference(order));
  const effect = await transact(services.db, (tx) => settleOrder(tx, order.id, report, "provider", services));
  if (effect === "failed") return;
  if (report.status === "Success" && effect !== "mismatch")
    throw new WalletError("alreadyPaid", { data: { paymentId: order.id } });
  throw new WalletError("openOrder", { data: { paymentId: order.id } });
}

/** When an order that was given up is looked at once more: what was under way in that moment would be nobody's. */
const lookAgainSeconds = 60;

/** Nobody pays it any more. Conditional: a callback that came first wins. `releasedAt` stays null for an order whose session is still being made. */
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
        checks: 0,
        releasedAt: order.reference === null ? null : sql`app_now()`,
        nextCheckAt: sql`app_now() + ${lookAgainSeconds} * interval '1 second'`,
      })
      .where(and(eq(orders.id, order.id), eq(orders.status, "Pending"), isNull(orders.closedAt)))
      .returning({ id: orders.id });
    if (closed.length === 0) return;
    await handBack(tx, order.transactionId, loaded.now);
    await writeAudit(tx, "payment-cancelled", order.candidateId, { orderId: order.id, provider: order.provider });
  });
}
