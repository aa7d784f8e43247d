import { and, asc, eq, gt, inArray, lte, notInArray, sql } from "drizzle-orm";
import { sumOf } from "#engine/core/payment/minor-units.ts";
import type { RefundProblem } from "#engine/core/scope/shapes/staff-orders.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import { describeError } from "#server/platform/log.ts";
import { withRequestContext } from "#server/platform/request-context.ts";
import { ProviderRefusal } from "../providers/http.ts";
import type { Services } from "#server/services.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { orders, refunds } from "#server/platform/store/tables/payments.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { isAllowed, listStatesLeadingTo } from "#server/wallet/transactions/guard.ts";
import { applyTransition, setTransitionCause } from "#server/wallet/transactions/apply-transition.ts";
import { lockTransactionById, readNow } from "#server/wallet/transactions/load.ts";
import { leaseSeconds, processProviderQueue } from "./provider-queue.ts";
import { notifyRefund } from "./notices.ts";
import { findOrder, sumRefunds, toReference, toSubmittedOrder, type OrderRow, type RefundRow } from "./rows.ts";

const batch = 20;
const maxBackoffSeconds = 86_400;
/** The state change after a refund in full. */
const refundedInFull = { by: "provider", to: "REFUNDED" } as const;
/** Limits of a sweep, so that it does not read the whole history. */
const dueWithinDays = 60;
const endedWithinDays = 7;
/** Levels whose fee is refunded in full when the university does not confirm the degree. */
const refundedLevels: readonly string[] = ["doctoral"];

/** A refund to create. `subType` is set when it is for one submission. */
export interface NewRefund {
  order: OrderRow;
  amountMinor: number;
  /** A message key of catalogues/messages, or free text. */
  reason: string;
  now: Date;
  subType?: string;
  /** The member of staff who asked for it, and the second person. */
  requestedBy?: string | undefined;
  approvedBy?: string | undefined;
  /** The money is returned already: for seed data of the sandbox. */
  isSent?: boolean;
}

/** Creates a refund, which the job sends. Never refunds more than was paid. Returns undefined when nothing is left. */
export async function insertRefund(
  tx: Queryable,
  { order, amountMinor, reason, now, subType = "", requestedBy, approvedBy, isSent = false }: NewRefund,
): Promise<string | undefined> {
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, order.id)).for("update");
  const refundable = order.amountMinor - (await sumRefunds(tx, order.id));
  const refunded = Math.min(amountMinor, refundable);
  if (refunded <= 0) return undefined;
  const id = newId();
  await tx.insert(refunds).values({
    id,
    orderId: order.id,
    subType,
    reason,
    amountMinor: refunded,
    status: isSent ? "Success" : "Pending",
    nextTryAt: isSent ? null : now,
    sentAt: isSent ? now : null,
    requestedBy: requestedBy ?? null,
    approvedBy: approvedBy ?? null,
    createdAt: now,
    updatedAt: now,
  });
  await writeAudit(tx, "refund", order.candidateId, {
    orderId: order.id,
    refundId: id,
    amountMinor: refunded,
    ...(requestedBy !== undefined && { staffId: requestedBy }),
    ...(approvedBy !== undefined && { approvedBy }),
  });
  return id;
}

/**
 * Job: sends pending refunds, refunds the fee of unconfirmed doctorates, closes transactions that are refunded in full.
 */
export async function runRefunds(services: Services): Promise<void> {
  await refundUnconfirmed(services);
  await processProviderQueue(
    (unresponsive) => leaseRefund(services, unresponsive),
    (due) => withRequestContext(due.refund.requestId, () => send(services, due)),
  );
  await closeRefunded(services);
}

/** A refund and its order. */
interface DueRefund {
  refund: RefundRow;
  order: OrderRow;
}

/** Leases the refund that is due longest. One statement, so that several servers take different refunds. */
async function leaseRefund({ db }: Services, unresponsive: string[]): Promise<DueRefund | undefined> {
  const next = db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        eq(refunds.status, "Pending"),
        lte(refunds.nextTryAt, sql`app_now()`),
        notInArray(orders.provider, unresponsive),
      ),
    )
    .orderBy(asc(refunds.nextTryAt))
    .limit(1)
    .for("update", { of: refunds, skipLocked: true });
  const [refund] = await db
    .update(refunds)
    .set({ nextTryAt: sql`app_now() + ${leaseSeconds} * interval '1 second'` })
    .where(eq(refunds.id, next))
    .returning();
  const order = refund && (await findOrder(db, refund.orderId));
  return order && { refund, order };
}

/**
 * Refunds an unconfirmed doctorate: the whole payment when it was the only item, otherwise its share of the discounted
 * total with tax.
 */
async function refundUnconfirmed(services: Services): Promise<void> {
  const { rows } = await services.db.execute<{ order_id: string; sub_type: string; request_id: string | null }>(sql`
    select o.id as order_id, s.sub_type, s.request_id from orders o
    join submissions s on s.transaction_id = o.transaction_id and s.state = 'FAILED'
      and s.updated_at > app_now() - ${dueWithinDays} * interval '1 day'
    where o.status = 'Success' and o.amount_minor > 0
      and exists (select 1 from jsonb_array_elements(o.covers) as c where c->>'subType' = s.sub_type and c->>'level' in ${[...refundedLevels]})
      and not exists (select 1 from refunds r where r.order_id = o.id and r.sub_type in (s.sub_type, ''))
    limit ${batch}`);
  for (const row of rows)
    await withRequestContext(row.request_id, () =>
      transact(services.db, async (tx) => {
        const [order] = await tx.select().from(orders).where(eq(orders.id, row.order_id)).for("update");
        const known = await tx
          .select({ id: refunds.id })
          .from(refunds)
          .where(and(eq(refunds.orderId, row.order_id), inArray(refunds.subType, [row.sub_type, ""])));
        if (!order || known.length > 0) return;
        await insertRefund(tx, {
          order,
          amountMinor: toRefundShare(toSubmittedOrder(order), row.sub_type),
          reason: "refund-degree-not-confirmed",
          now: await readNow(tx),
          subType: row.sub_type,
        });
      }),
    );
}

/** The amount of an order and the prices of its items. */
interface PricedOrder {
  amountMinor: number;
  cart: { items: readonly { subType: string; priceMinor: number }[]; totalMinor: number };
}

/** Returns the share of a submission after discount and tax, in minor units. All shares add up to the amount. */
export function toRefundShare({ cart, amountMinor }: PricedOrder, subType: string): number {
  const at = cart.items.findIndex((item) => item.subType === subType);
  if (at < 0 || cart.totalMinor === 0) return 0;
  const upTo = (count: number) =>
    Math.round((amountMinor * sumOf(cart.items.slice(0, count).map((item) => item.priceMinor))) / cart.totalMinor);
  return upTo(at + 1) - upTo(at);
}

async function send(services: Services, { refund, order }: DueRefund): Promise<void> {
  const result = await requestRefund(services, order, refund);
  const answer = result === "refused" || result === "unreachable" ? undefined : result;
  await transact(services.db, async (tx) => {
    const now = await readNow(tx);
    const waitSeconds = Math.min(10 * 2 ** refund.tries, maxBackoffSeconds);
    const changed = await tx
      .update(refunds)
      .set({
        problem: answer ? null : (result as RefundProblem),
        ...(answer && { sentAt: sql`coalesce(${refunds.sentAt}, ${now})` }),
        ...(answer === undefined || answer === "Pending"
          ? { tries: refund.tries + 1, nextTryAt: new Date(now.getTime() + waitSeconds * 1000) }
          : { status: answer, nextTryAt: null, updatedAt: now }),
      })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, "Pending")))
      .returning({ id: refunds.id });
    const key = notificationKeys[answer ?? "Pending"];
    if (changed.length > 0 && key)
      await notifyRefund(tx, key, { order, refundId: refund.id, amountMinor: refund.amountMinor }, now, services);
  });
}

/** The notification for each result. */
const notificationKeys = { Success: "refund-sent", Failed: "refund-failed", Pending: undefined } as const;

/** Calls the provider. → its answer, or the problem when it is down or refuses: the refund stays due and is retried. */
async function requestRefund(
  services: Services,
  order: OrderRow,
  { id, amountMinor, reason }: RefundRow,
): Promise<RefundRow["status"] | RefundProblem> {
  try {
    const answer = await services.payments
      .get(order.provider)
      .refund(toReference(order), { id, amountMinor, reason: reason.split("\n")[0]! });
    services.log.info({ refundId: id, provider: order.provider, status: answer }, "refund sent");
    return answer;
  } catch (error) {
    const problem = error instanceof ProviderRefusal ? "refused" : "unreachable";
    services.log[problem === "refused" ? "error" : "warn"](
      { refundId: id, provider: order.provider, ...describeError(error) },
      "refund not sent",
    );
    return problem;
  }
}

/** Moves to REFUNDED only after everything that was paid is refunded, and only where catalogues/states allows it. */
async function closeRefunded(services: Services): Promise<void> {
  const states = listStatesLeadingTo(services, refundedInFull.by, refundedInFull.to);
  const recent = sql`app_now() - ${endedWithinDays} * interval '1 day'`;
  const ended = services.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(inArray(transactions.state, states), gt(transactions.updatedAt, recent)));
  const givenBack = services.db
    .select({ id: orders.transactionId })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(refunds.status, "Success"), gt(refunds.updatedAt, recent)));
  const found = await services.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        inArray(transactions.state, states),
        inArray(transactions.id, ended.union(givenBack)),
        sql`exists (select 1 from orders o where o.transaction_id = ${transactions.id} and o.status = 'Success' and o.amount_minor > 0)`,
        sql`not exists (
      select 1 from orders o where o.transaction_id = ${transactions.id} and o.status = 'Success'
        and o.amount_minor > (select coalesce(sum(r.amount_minor), 0) from refunds r where r.order_id = o.id and r.status = 'Success'))`,
      ),
    )
    .limit(batch);
  for (const { id } of found) {
    await transact(services.db, async (tx) => {
      const loaded = await lockTransactionById(tx, id);
      if (!loaded || !isAllowed(loaded, services, refundedInFull)) return;
      await setTransitionCause(tx, refundedInFull.by);
      await applyTransition(tx, loaded.row, refundedInFull.to, loaded.now);
    });
  }
}
