import { and, asc, eq, gt, inArray, lte, notInArray, sql } from "drizzle-orm";
import { sumOf } from "#engine/payment/minor-units.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import { describeError } from "#server/platform/log.ts";
import { withOrigin } from "#server/platform/origin.ts";
import { ProviderRefusal } from "../providers/http.ts";
import type { Services } from "#server/services.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { orders, refunds } from "#server/platform/store/tables/payments.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { isAllowed, listMovable } from "#server/wallet/transactions/guard.ts";
import { moveTransaction, setMovedBy } from "#server/wallet/transactions/moves.ts";
import { lockTransactionById, readNow } from "#server/wallet/transactions/rows.ts";
import { leaseSeconds, workThrough } from "./due.ts";
import { notifyRefund } from "./notices.ts";
import { findOrder, sumRefunds, toReference, type OrderRow, type RefundRow } from "./rows.ts";

const batch = 20;
const maxBackoffSeconds = 86_400;
/** All of it was given back. */
const returned = { by: "provider", to: "REFUNDED" } as const;
/** What failed, ended or was given back longer ago has been looked at many times: a sweep does not read all that ever was. */
const owedWithinDays = 60;
const endedWithinDays = 7;
/** Levels whose fee is returned in full when the university does not confirm. */
const returnedLevels: readonly string[] = ["doctoral"];

/** Money to give back: `subType` when it is for one submission. */
export interface NewRefund {
  order: OrderRow;
  amountMinor: number;
  /** A part of catalogues/messages, or words of whoever gives it back. */
  reason: string;
  now: Date;
  subType?: string;
  /** Given back already: by the sandbox, in fixtures. */
  done?: boolean;
}

/** Writes a refund down; the job sends it. Never more than was paid. Undefined when nothing is left to give back. */
export async function insertRefund(
  tx: Queryable,
  { order, amountMinor, reason, now, subType = "", done = false }: NewRefund,
): Promise<string | undefined> {
  await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, order.id)).for("update");
  const left = order.amountMinor - (await sumRefunds(tx, order.id));
  const given = Math.min(amountMinor, left);
  if (given <= 0) return undefined;
  const id = newId();
  await tx.insert(refunds).values({
    id,
    orderId: order.id,
    subType,
    reason,
    amountMinor: given,
    status: done ? "Success" : "Pending",
    nextTryAt: done ? null : now,
    sentAt: done ? now : null,
    createdAt: now,
    updatedAt: now,
  });
  await writeAudit(tx, "refund", order.candidateId, { orderId: order.id, refundId: id, amountMinor: given });
  return id;
}

/** Job: sends refunds that wait, gives back fees of doctorates that were not confirmed, closes what is refunded in full. */
export async function runRefunds(services: Services): Promise<void> {
  await refundUnconfirmed(services);
  await workThrough(
    (silent) => take(services, silent),
    (due) => withOrigin(due.refund.requestId, () => send(services, due)),
  );
  await closeRefunded(services);
}

/** A refund and what it is of. */
interface DueRefund {
  refund: RefundRow;
  order: OrderRow;
}

/** What is due longest. One statement: of several servers each takes another refund. */
async function take({ db }: Services, silent: string[]): Promise<DueRefund | undefined> {
  const next = db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(eq(refunds.status, "Pending"), lte(refunds.nextTryAt, sql`app_now()`), notInArray(orders.provider, silent)),
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
 * A failed doctoral confirmation gives back its whole share of what was paid: all of it when it was alone,
 * otherwise its part of the discounted total with its tax.
 */
async function refundUnconfirmed(services: Services): Promise<void> {
  const { rows } = await services.db.execute<{ order_id: string; sub_type: string; request_id: string | null }>(sql`
    select o.id as order_id, s.sub_type, s.request_id from orders o
    join submissions s on s.transaction_id = o.transaction_id and s.state = 'FAILED'
      and s.updated_at > app_now() - ${owedWithinDays} * interval '1 day'
    where o.status = 'Success' and o.amount_minor > 0
      and exists (select 1 from jsonb_array_elements(o.covers) as c where c->>'subType' = s.sub_type and c->>'level' in ${[...returnedLevels]})
      and not exists (select 1 from refunds r where r.order_id = o.id and r.sub_type in (s.sub_type, ''))
    limit ${batch}`);
  for (const row of rows)
    await withOrigin(row.request_id, () =>
      transact(services.db, async (tx) => {
        const [order] = await tx.select().from(orders).where(eq(orders.id, row.order_id)).for("update");
        const known = await tx
          .select({ id: refunds.id })
          .from(refunds)
          .where(and(eq(refunds.orderId, row.order_id), inArray(refunds.subType, [row.sub_type, ""])));
        if (!order || known.length > 0) return;
        await insertRefund(tx, {
          order,
          amountMinor: toShare(order, row.sub_type),
          reason: "refund-degree-not-confirmed",
          now: await readNow(tx),
          subType: row.sub_type,
        });
      }),
    );
}

/** What an order came to, and the prices that it is shared by. */
interface Shared {
  amountMinor: number;
  cart: { items: readonly { subType: string; priceMinor: number }[]; totalMinor: number };
}

/** What a submission has cost after discount and tax, in minor units; the shares of all of them are the whole. */
export function toShare({ cart, amountMinor }: Shared, subType: string): number {
  const at = cart.items.findIndex((item) => item.subType === subType);
  if (at < 0 || cart.totalMinor === 0) return 0;
  const upTo = (count: number) =>
    Math.round((amountMinor * sumOf(cart.items.slice(0, count).map((item) => item.priceMinor))) / cart.totalMinor);
  return upTo(at + 1) - upTo(at);
}

async function send(services: Services, { refund, order }: DueRefund): Promise<void> {
  const answer = await ask(services, order, refund);
  await transact(services.db, async (tx) => {
    const now = await readNow(tx);
    const waitSeconds = Math.min(10 * 2 ** refund.tries, maxBackoffSeconds);
    const changed = await tx
      .update(refunds)
      .set({
        ...(answer && { sentAt: sql`coalesce(${refunds.sentAt}, ${now})` }),
        ...(answer === undefined || answer === "Pending"
          ? { tries: refund.tries + 1, nextTryAt: new Date(now.getTime() + waitSeconds * 1000) }
          : { status: answer, nextTryAt: null, updatedAt: now }),
      })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, "Pending")))
      .returning({ id: refunds.id });
    const key = outcomes[answer ?? "Pending"];
    if (changed.length > 0 && key)
      await notifyRefund(tx, key, { order, refundId: refund.id, amountMinor: refund.amountMinor }, now, services);
  });
}

/** What the candidate is told of each end. */
const outcomes = { Success: "refund-sent", Failed: "refund-failed", Pending: undefined } as const;

/** What the provider says; undefined from one that is away or says no: it is asked again, since money that is owed stays owed. */
async function ask(
  services: Services,
  order: OrderRow,
  { id, amountMinor, reason }: RefundRow,
): Promise<RefundRow["status"] | undefined> {
  try {
    const answer = await services.payments.get(order.provider).refund(toReference(order), { id, amountMinor, reason });
    services.log.info({ refundId: id, provider: order.provider, status: answer }, "refund sent");
    return answer;
  } catch (error) {
    services.log[error instanceof ProviderRefusal ? "error" : "warn"](
      { refundId: id, provider: order.provider, ...describeError(error) },
      "refund not sent",
    );
    return undefined;
  }
}

/** REFUNDED only when everything that was paid has been given back, and only from where catalogues/states lets it. */
async function closeRefunded(services: Services): Promise<void> {
  const states = listMovable(services, returned.by, returned.to);
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
      if (!loaded || !isAllowed(loaded, services, returned)) return;
      await setMovedBy(tx, returned.by);
      await moveTransaction(tx, loaded.row, returned.to, loaded.now);
    });
  }
}
