import { and, asc, eq, isNotNull, lte, notInArray, sql } from "drizzle-orm";
import { describeError } from "#server/platform/log.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { leaseSeconds, processProviderQueue } from "./provider-queue.ts";
import { findPaidOrder, toReference, type OrderRow } from "./rows.ts";
import { settleOrder } from "./settle.ts";

/**
 * Checks follow after 10 s, 20 s, then every 25 s while the candidate may be watching. Later the interval doubles up to
 * a day.
 */
const firstSeconds = 10;
const watchedSeconds = 25;
const watchedMs = 30 * 60_000;
const maxSeconds = 86_400;
/** After this time no candidate returns to the provider's page. */
const abandonedMs = 30 * 86_400_000;

/**
 * Job: asks providers about orders without a callback. Cancels at the provider what was cancelled here or is unpaid for
 * a month.
 */
export async function reconcileOrders(services: Services): Promise<void> {
  await processProviderQueue(
    (unresponsive) => leaseOrder(services, unresponsive),
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

/** Leases the order that is due longest. One statement, so that several servers take different orders. */
async function leaseOrder({ db }: Services, unresponsive: string[]): Promise<{ order: OrderRow } | undefined> {
  const next = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        lte(orders.nextCheckAt, sql`app_now()`),
        isNotNull(orders.reference),
        notInArray(orders.provider, unresponsive),
      ),
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
  const isRedundant =
    order.closedAt !== null ||
    (await findPaidOrder(services.db, order.transactionId)) !== undefined ||
    (await isAbandoned(services, order));
  const isCancelled = isRedundant && (await provider.cancel(toReference(order)));
  const report = isCancelled ? ({ status: "Failed" } as const) : await provider.findStatus(toReference(order));
  const result = await transact(services.db, (tx) => settleOrder(tx, order.id, report, "job", services));
  if (isCancelled)
    await services.db
      .update(orders)
      .set({ voidedAt: sql`app_now()`, nextCheckAt: null })
      .where(eq(orders.id, order.id));
  // An order that failed at its provider must still be cancelled there when a retry is possible. It is due at once.
  else if (result !== "failed") await postpone(services, order);
}

/** A form stays open while its payment is open. This ends a payment that its provider would keep open forever. */
async function isAbandoned({ clock }: Services, { createdAt }: OrderRow): Promise<boolean> {
  return (await clock.now()).getTime() - createdAt.getTime() >= abandonedMs;
}

async function postpone({ db, clock }: Services, { id, statusChecks, createdAt }: OrderRow): Promise<void> {
  const isWatched = (await clock.now()).getTime() - createdAt.getTime() < watchedMs;
  const seconds = Math.min(firstSeconds * 2 ** Math.min(statusChecks, 20), isWatched ? watchedSeconds : maxSeconds);
  await db
    .update(orders)
    .set({ statusChecks: statusChecks + 1, nextCheckAt: sql`app_now() + ${seconds} * interval '1 second'` })
    .where(and(eq(orders.id, id), isNotNull(orders.nextCheckAt)));
}
