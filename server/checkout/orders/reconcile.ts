import { and, asc, eq, isNotNull, lte, notInArray, sql } from "drizzle-orm";
import { describeError } from "#server/platform/log.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { leaseSeconds, workThrough } from "./due.ts";
import { findPaidOrder, toReference, type OrderRow } from "./rows.ts";
import { settleOrder } from "./settle.ts";

/** 10 s, 20 s, then every 25 s while somebody may still look at the page; after that doubling up to a day. */
const firstSeconds = 10;
const watchedSeconds = 25;
const watchedMs = 30 * 60_000;
const maxSeconds = 86_400;
/** Nobody comes back to a provider's page after so long. */
const abandonedMs = 30 * 86_400_000;

/**
 * Job: asks providers about orders that nobody called back for, and cancels there what was given up here, or not
 * paid for a month. A callback that was lost settles an order all the same.
 */
export async function reconcileOrders(services: Services): Promise<void> {
  await workThrough(
    (silent) => take(services, silent),
    async ({ order }) => {
      try {
        await check(services, order);
      } catch (error) {
        services.log.warn(
          { orderId: order.id, provider: order.provider, ...describeError(error) },
          "payment not reconciled",
        );
        await postpone(services, order);
      }
    },
  );
}

/** What is due longest. One statement: of several servers each takes another order. */
async function take({ db }: Services, silent: string[]): Promise<{ order: OrderRow } | undefined> {
  const next = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(lte(orders.nextCheckAt, sql`app_now()`), isNotNull(orders.reference), notInArray(orders.provider, silent)),
    )
    .orderBy(asc(orders.nextCheckAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [order] = await db
    .update(orders)
    .set({ nextCheckAt: sql`app_now() + ${leaseSeconds} * interval '1 second'` })
    .where(eq(orders.id, next))
    .returning();
  return order && { order };
}

async function check(services: Services, order: OrderRow): Promise<void> {
  const provider = services.payments.get(order.provider);
  const isSpare =
    order.closedAt !== null ||
    (await findPaidOrder(services.db, order.transactionId)) !== undefined ||
    (await isAbandoned(services, order));
  const isCancelled = isSpare && (await provider.cancel(toReference(order)));
  const report = isCancelled ? ({ status: "Failed" } as const) : await provider.findStatus(toReference(order));
  const effect = await transact(services.db, (tx) => settleOrder(tx, order.id, report, "job", services));
  if (isCancelled)
    await services.db
      .update(orders)
      .set({ releasedAt: sql`app_now()`, nextCheckAt: null })
      .where(eq(orders.id, order.id));
  // An order that failed of itself still has to be cancelled where it could be tried again: it is due for that at once.
  else if (effect !== "failed") await postpone(services, order);
}

/** As long as a payment is open its form is not closed: one that its provider would keep open for ever ends here. */
async function isAbandoned({ clock }: Services, { createdAt }: OrderRow): Promise<boolean> {
  return (await clock.now()).getTime() - createdAt.getTime() >= abandonedMs;
}

async function postpone({ db, clock }: Services, { id, checks, createdAt }: OrderRow): Promise<void> {
  const isWatched = (await clock.now()).getTime() - createdAt.getTime() < watchedMs;
  const seconds = Math.min(firstSeconds * 2 ** Math.min(checks, 20), isWatched ? watchedSeconds : maxSeconds);
  await db
    .update(orders)
    .set({ checks: checks + 1, nextCheckAt: sql`app_now() + ${seconds} * interval '1 second'` })
    .where(and(eq(orders.id, id), isNotNull(orders.nextCheckAt)));
}
