import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import { describeError } from "#server/platform/log.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { readNow } from "#server/wallet/transactions/rows.ts";
import { findPaidOrder, toReference, type OrderRow } from "./rows.ts";
import { settleOrder } from "./settle.ts";

const batch = 20;
/** 10 s, 20 s, then every 25 s while somebody may still look at the page; after that doubling up to a day. */
const firstSeconds = 10;
const watchedSeconds = 25;
const watchedMs = 30 * 60_000;
const maxSeconds = 86_400;

/**
 * Job: asks providers about orders that nobody called back for, and cancels there what was given up here. A callback
 * that was lost settles an order all the same.
 */
export async function reconcileOrders(services: Services): Promise<void> {
  const now = await readNow(services.db);
  const due = await services.db
    .select()
    .from(orders)
    .where(and(lte(orders.nextCheckAt, now), isNotNull(orders.reference)))
    .orderBy(asc(orders.nextCheckAt))
    .limit(batch);
  for (const order of due) {
    try {
      await check(services, order);
    } catch (error) {
      services.log.warn(
        { orderId: order.id, provider: order.provider, ...describeError(error) },
        "payment not reconciled",
      );
      await postpone(services, order);
    }
  }
}

async function check(services: Services, order: OrderRow): Promise<void> {
  const provider = services.payments.get(order.provider);
  const isSpare = order.closedAt !== null || (await findPaidOrder(services.db, order.transactionId)) !== undefined;
  const isCancelled = isSpare && (await provider.cancel(toReference(order)));
  const report = isCancelled ? ({ status: "Failed" } as const) : await provider.findStatus(toReference(order));
  await transact(services.db, (tx) => settleOrder(tx, order.id, report, "job", services));
  // An order that failed of itself still has to be cancelled where it could be tried again: that is its next check.
  if (isCancelled)
    await services.db
      .update(orders)
      .set({ releasedAt: sql`app_now()`, nextCheckAt: null })
      .where(eq(orders.id, order.id));
  else if (report.status === "Pending" || order.closedAt !== null) await postpone(services, order);
}

async function postpone({ db, clock }: Services, { id, checks, createdAt }: OrderRow): Promise<void> {
  const isWatched = (await clock.now()).getTime() - createdAt.getTime() < watchedMs;
  const seconds = Math.min(firstSeconds * 2 ** Math.min(checks, 20), isWatched ? watchedSeconds : maxSeconds);
  await db
    .update(orders)
    .set({ checks: checks + 1, nextCheckAt: sql`app_now() + ${seconds} * interval '1 second'` })
    .where(and(eq(orders.id, id), isNotNull(orders.nextCheckAt)));
}
