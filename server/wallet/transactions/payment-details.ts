import { and, desc, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { State } from "#engine/api/states.ts";
import type { OpenPayment, TxnInfo } from "#engine/api/transaction-info.ts";
import { toMajor } from "#engine/payment/minor-units.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { RowOf } from "#server/platform/store/nested.ts";
import { orders } from "#server/platform/store/tables/payments.ts";

/** One order of a transaction as TxnInfo shows it. */
export type PaymentDetail = TxnInfo["paymentDetails"][number];

/** What was paid for a transaction, newest first: that there is one says that it was paid; and what is on its way. */
export interface Payments {
  paid: PaymentDetail[];
  open?: OpenPayment;
}

const maxPaid = 100;

/** What of an order says how a transaction is paid. */
export const paymentColumns = {
  id: orders.id,
  transactionId: orders.transactionId,
  status: orders.status,
  express: orders.express,
  region: orders.region,
  provider: orders.provider,
  amountMinor: orders.amountMinor,
  currency: orders.currency,
  createdAt: orders.createdAt,
} as const;
type PaymentRow = RowOf<typeof paymentColumns>;

/**
 * The orders that say it: those that succeeded, and the one that its provider has not answered for. Nobody has been led to
 * a provider by an order that it does not know yet.
 */
export const tellsPayment = or(
  eq(orders.status, "Success"),
  and(eq(orders.status, "Pending"), isNull(orders.closedAt), isNotNull(orders.reference)),
);

/** How a transaction is paid, by its orders, newest first. */
export function toPayments(rows: readonly PaymentRow[], state: State): Payments {
  const payments: Payments = { paid: [] };
  for (const order of rows) {
    const { id: paymentId, status: currentStatus, express: expressOpt } = order;
    if (currentStatus === "Pending") payments.open = toOpenPayment(order);
    else if (payments.paid.length < maxPaid)
      payments.paid.push({ allVerificationsCompleted: state === "COMPLETED", paymentId, currentStatus, expressOpt });
  }
  return payments;
}

/** The payments of several transactions: one reading, however many there are. */
export async function readPayments(
  db: Queryable,
  txns: readonly { id: string; state: State }[],
): Promise<ReadonlyMap<string, Payments>> {
  const ids = txns.map(({ id }) => id);
  const own = and(inArray(orders.transactionId, ids), tellsPayment);
  const read = () => db.select(paymentColumns).from(orders).where(own).orderBy(desc(orders.createdAt));
  const rows = ids.length === 0 ? [] : await read();
  const toOwn = (id: string) => rows.filter(({ transactionId }) => transactionId === id);
  return new Map(txns.map(({ id, state }) => [id, toPayments(toOwn(id), state)]));
}

function toOpenPayment(order: PaymentRow): OpenPayment {
  const { id: paymentId, region, provider, amountMinor, currency: currencySymbol, createdAt } = order;
  return {
    paymentId,
    region,
    provider,
    amount: toMajor(amountMinor),
    currencySymbol,
    createdAt: createdAt.toISOString(),
  };
}
