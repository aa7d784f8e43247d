import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { State } from "#engine/core/definitions/states.ts";
import type { OpenPayment, TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import { toMajor } from "#engine/core/payment/minor-units.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { RowOf } from "#server/platform/store/json-rows.ts";
import { orders } from "#server/platform/store/tables/payments.ts";

/** One order of a transaction as in TxnInfo. */
export type PaymentDetail = TxnInfo["paymentDetails"][number];

/** Successful orders of a transaction, newest first, and the one in progress. */
export interface Payments {
  paid: PaymentDetail[];
  open?: OpenPayment;
}

const maxPaid = 100;

/** Columns of an order that payments are made from. */
export const paymentColumns = {
  id: orders.id,
  transactionId: orders.transactionId,
  status: orders.status,
  express: orders.express,
  region: orders.region,
  provider: orders.provider,
  amountMinor: orders.amountMinor,
  currency: orders.currency,
  lockedUntil: orders.lockedUntil,
  createdAt: orders.createdAt,
} as const;
type PaymentRow = RowOf<typeof paymentColumns>;

/**
 * Selects successful orders, and the pending one that its provider knows. An order without reference has not led the
 * candidate to a provider yet.
 */
export const isRelevantOrder = or(
  eq(orders.status, "Success"),
  and(eq(orders.status, "Pending"), isNull(orders.closedAt), isNotNull(orders.reference)),
);

/** The payments of a transaction from its orders, newest first. */
export function toPayments(rows: readonly PaymentRow[], state: State, now: Date): Payments {
  const payments: Payments = { paid: [] };
  for (const order of rows) {
    const { id: paymentId, status: currentStatus, express: expressOpt } = order;
    if (currentStatus === "Pending") payments.open = toOpenPayment(order, now);
    else if (payments.paid.length < maxPaid)
      payments.paid.push({ allVerificationsCompleted: state === "COMPLETED", paymentId, currentStatus, expressOpt });
  }
  return payments;
}

/** The payments of several transactions in one query. */
export async function readPayments(
  db: Queryable,
  txns: readonly { id: string; state: State }[],
): Promise<ReadonlyMap<string, Payments>> {
  const ids = txns.map(({ id }) => id);
  const own = and(inArray(orders.transactionId, ids), isRelevantOrder);
  const columns = { ...paymentColumns, now: sql<string>`app_now()` };
  const read = () => db.select(columns).from(orders).where(own).orderBy(desc(orders.createdAt));
  const rows = ids.length === 0 ? [] : await read();
  const toOwn = (id: string) => rows.filter(({ transactionId }) => transactionId === id);
  const now = new Date(rows[0]?.now ?? 0);
  return new Map(txns.map(({ id, state }) => [id, toPayments(toOwn(id), state, now)]));
}

const toMinutes = (ms: number) => Math.ceil(ms / 60_000);

function toOpenPayment(order: PaymentRow, now: Date): OpenPayment {
  const { id: paymentId, region, provider, amountMinor, currency: currencySymbol, createdAt, lockedUntil } = order;
  return {
    paymentId,
    region,
    provider,
    amount: toMajor(amountMinor),
    currencySymbol,
    createdAt: createdAt.toISOString(),
    ...(lockedUntil && lockedUntil > now && { lockedMinutes: toMinutes(lockedUntil.getTime() - now.getTime()) }),
  };
}
