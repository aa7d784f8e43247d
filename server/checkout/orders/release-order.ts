import { and, eq, isNull, sql } from "drizzle-orm";
import { WalletError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { readNow } from "#server/wallet/transactions/load.ts";
import { cancelOrder } from "./cancel-order.ts";
import { notifyCancelled } from "./notices.ts";
import { findOrder, type OrderRow } from "./rows.ts";

/** A payment in progress ends within this time at most providers. */
const lockSeconds = 600;
/** After the lifetime of an order its provider still needs a moment to report the end. */
const graceSeconds = 60;

/**
 * Cancels an open order before what it pays for changes, and notifies the candidate. When its provider cannot cancel
 * it, locks it instead. A paid order is settled. Throws `unavailable`.
 */
export async function releaseOrder(services: Services, orderId: string): Promise<void> {
  const order = await findOrder(services.db, orderId);
  if (!order || order.closedAt) return;
  try {
    const isCancelled = await cancelOrder(services, order);
    // Without a reference the candidate has seen no payment page yet.
    if (isCancelled && order.reference !== null)
      await transact(services.db, async (tx) => notifyCancelled(tx, order, await readNow(tx), services));
  } catch (error) {
    if (!(error instanceof WalletError) || !["openOrder", "alreadyPaid"].includes(error.kind)) throw error;
    if (error.kind === "openOrder") await lockOrder(services, order);
  }
}

async function lockOrder({ db, payments }: Services, { id, provider, createdAt }: OrderRow): Promise<void> {
  const { lifetimeSeconds } = payments.get(provider);
  const until = lifetimeSeconds
    ? sql`greatest(${createdAt.toISOString()}::timestamptz + ${lifetimeSeconds} * interval '1 second', app_now()) + ${graceSeconds} * interval '1 second'`
    : sql`app_now() + ${lockSeconds} * interval '1 second'`;
  await db
    .update(orders)
    .set({ lockedUntil: until })
    .where(and(eq(orders.id, id), isNull(orders.closedAt)));
}
