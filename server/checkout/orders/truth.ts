import { sql } from "drizzle-orm";
import { WalletError } from "#server/errors.ts";
import { describeError } from "#server/platform/log.ts";
import { transact } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { releaseOrder } from "./release.ts";
import { findOrder, toReference, type OrderRow } from "./rows.ts";
import { settleOrder } from "./settle.ts";

/** Somebody who waits asks at most this often, over all tabs and servers. */
const leaseSeconds = 5;

/**
 * The order as it is now. While nobody knows how it ended the provider is asked itself: the candidate's wait brings the
 * truth, also when the callback is lost. A provider that is away changes nothing, and is no failure of the wait.
 */
export async function bringTruth(services: Services, order: OrderRow): Promise<OrderRow> {
  if (order.status !== "Pending" || order.reference === null) return order;
  if (!(await claim(services, order.id))) return order;
  try {
    const report = await services.payments.get(order.provider).findStatus(toReference(order));
    // The candidate is back here: what could only go on over there is given up there first.
    if (report.status === "Pending" && report.isTryOver) await giveUp(services, order);
    else await transact(services.db, (tx) => settleOrder(tx, order.id, report, "provider", services));
    services.outbox.kick();
  } catch (error) {
    services.log.warn({ orderId: order.id, provider: order.provider, ...describeError(error) }, "provider not asked");
  }
  return (await findOrder(services.db, order.id)) ?? order;
}

/** One conditional update: the row count decides who asks. */
async function claim({ db }: Services, orderId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update orders set asked_at = app_now()
    where id = ${orderId} and status = 'Pending' and reference is not null
      and (asked_at is null or asked_at <= app_now() - ${leaseSeconds} * interval '1 second')
    returning id`);
  return rows.length > 0;
}

/** An order that its provider cannot cancel, or that is being paid after all, stays open. */
async function giveUp(services: Services, order: OrderRow): Promise<void> {
  try {
    await releaseOrder(services, order);
  } catch (error) {
    if (!(error instanceof WalletError) || !["openOrder", "alreadyPaid"].includes(error.kind)) throw error;
  }
}
