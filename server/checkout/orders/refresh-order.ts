import { sql } from "drizzle-orm";
import { WalletError } from "#server/errors.ts";
import { describeError } from "#server/platform/log.ts";
import { transact } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { cancelOrder } from "./cancel-order.ts";
import { findOrder, toReference, type OrderRow } from "./rows.ts";
import { settleOrder } from "./settle.ts";

/** Waiting pages ask the provider at most this often, over all tabs and servers. */
const leaseSeconds = 5;

/**
 * Returns the order's current state and asks the provider while it is pending, so that a lost callback does no harm. A
 * provider that is down changes nothing and is no error.
 */
export async function refreshOrder(services: Services, order: OrderRow): Promise<OrderRow> {
  if (order.status !== "Pending" || order.reference === null) return order;
  if (!(await takeLease(services, order.id))) return order;
  try {
    const report = await services.payments.get(order.provider).findStatus(toReference(order));
    // The candidate is back in the wallet: cancel an attempt that could only continue on the provider's page.
    if (report.status === "Pending" && report.hasAttemptFailed) await cancelAttempt(services, order);
    else await transact(services.db, (tx) => settleOrder(tx, order.id, report, "provider", services));
    services.outbox.flushSoon();
  } catch (error) {
    services.log.warn({ orderId: order.id, provider: order.provider, ...describeError(error) }, "provider not asked");
  }
  return (await findOrder(services.db, order.id)) ?? order;
}

/** One conditional update. The row count decides which request calls the provider. */
async function takeLease({ db }: Services, orderId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update orders set status_requested_at = app_now()
    where id = ${orderId} and status = 'Pending' and reference is not null
      and (status_requested_at is null or status_requested_at <= app_now() - ${leaseSeconds} * interval '1 second')
    returning id`);
  return rows.length > 0;
}

/** An order that cannot be cancelled, or is being paid after all, stays open. */
async function cancelAttempt(services: Services, order: OrderRow): Promise<void> {
  try {
    await cancelOrder(services, order);
  } catch (error) {
    if (!(error instanceof WalletError) || !["openOrder", "alreadyPaid"].includes(error.kind)) throw error;
  }
}
