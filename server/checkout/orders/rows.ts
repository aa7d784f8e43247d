import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { notFound } from "#server/errors.ts";
import type { OrderReference } from "../providers/provider.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { orders, refunds } from "#server/platform/store/tables/payments.ts";

export type OrderRow = typeof orders.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

/** The keys of an order on the wire. */
export interface OrderKeys {
  orgId: string;
  orderId: string;
  txnId?: string;
}

/** Returns the candidate's order. Throws 404 (code 104). */
export async function getOrder(
  db: Queryable,
  candidateId: string,
  { orgId, orderId, txnId }: OrderKeys,
): Promise<OrderRow> {
  const [row] = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.candidateId, candidateId),
        eq(orders.orgId, orgId),
        txnId === undefined ? undefined : eq(orders.transactionId, txnId),
      ),
    );
  if (!row) throw notFound("payment");
  return row;
}

/** Returns the candidate's newest order in an organisation. Throws 404 (code 104). */
export async function getNewestOrder(db: Queryable, candidateId: string, orgId: string): Promise<OrderRow> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.candidateId, candidateId), eq(orders.orgId, orgId)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  if (!row) throw notFound("payment");
  return row;
}

/** Returns an order without an owner check: for callbacks and jobs. */
export async function findOrder(db: Queryable, orderId: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, orderId));
  return row;
}

/** Returns the order of a transaction that can still be paid. There is at most one. */
export async function findOpenOrder(db: Queryable, txnId: string): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.transactionId, txnId), isNull(orders.closedAt)));
  return row;
}

/**
 * Returns the order that paid for a transaction, except `exceptId`. An order that was refunded in full does not count.
 */
export async function findPaidOrder(db: Queryable, txnId: string, exceptId = ""): Promise<OrderRow | undefined> {
  const paid = await db
    .select()
    .from(orders)
    .where(and(eq(orders.transactionId, txnId), eq(orders.status, "Success"), ne(orders.id, exceptId)))
    .orderBy(desc(orders.paidAt));
  for (const order of paid)
    if ((await sumRefunds(db, order.id)) < order.amountMinor || order.amountMinor === 0) return order;
  return undefined;
}

/** The sum of an order's refunds, pending ones included, in minor units. */
export async function sumRefunds(db: Queryable, orderId: string): Promise<number> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${refunds.amountMinor}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, "Failed")));
  return Number(row?.sum ?? 0);
}

/** Refunds by order id, newest first. */
export async function listRefunds(db: Queryable, orderIds: readonly string[]): Promise<Map<string, RefundRow[]>> {
  const found = new Map<string, RefundRow[]>(orderIds.map((id) => [id, []]));
  if (orderIds.length === 0) return found;
  const rows = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, [...orderIds]))
    .orderBy(desc(refunds.createdAt), desc(refunds.id));
  for (const row of rows) found.get(row.orderId)?.push(row);
  return found;
}

/** An order as submitted: without the items and the amount that were refunded when it was paid. */
export function toSubmittedOrder(order: OrderRow): OrderRow {
  const { submittedCart: cart } = order;
  return cart ? { ...order, cart, amountMinor: cart.toPayMinor } : order;
}

/** The keys by which a provider knows an order. */
export function toReference(order: OrderRow): OrderReference {
  const { id, reference, amountMinor, currency, closedAt } = order;
  return { orderId: id, reference: reference ?? "", amountMinor, currency, isOpen: closedAt === null };
}
