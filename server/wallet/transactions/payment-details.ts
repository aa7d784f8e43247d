import { and, desc, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import type { OpenPayment, TxnInfo } from "#engine/api/transaction-info.ts";
import { toMajor } from "#engine/payment/minor-units.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";

/** One order of a transaction as TxnInfo shows it. */
export type PaymentDetail = TxnInfo["paymentDetails"][number];

/** What was paid for a transaction, newest first: that there is one says that it was paid; and what is on its way. */
export interface Payments {
  paid: PaymentDetail[];
  open?: OpenPayment;
}

const maxPaid = 100;

/** The payments of transactions that succeeded, and the one of each that its provider has not answered for: one reading, however many there are. */
export async function readPayments(db: Queryable, txnIds: readonly string[]): Promise<ReadonlyMap<string, Payments>> {
  const found = new Map<string, Payments>(txnIds.map((id) => [id, { paid: [] }]));
  if (txnIds.length === 0) return found;
  // Nobody has been led to a provider by an order that it does not know yet.
  const isOpen = and(eq(orders.status, "Pending"), isNull(orders.closedAt), isNotNull(orders.reference));
  const rows = await db
    .select({ order: orders, state: transactions.state })
    .from(orders)
    .innerJoin(transactions, eq(transactions.id, orders.transactionId))
    .where(and(inArray(orders.transactionId, [...txnIds]), or(eq(orders.status, "Success"), isOpen)))
    .orderBy(desc(orders.createdAt));
  for (const { order, state } of rows) {
    const payments = found.get(order.transactionId);
    if (!payments) continue;
    const { id: paymentId, status: currentStatus, express: expressOpt } = order;
    if (currentStatus === "Pending") payments.open = toOpenPayment(order);
    else if (payments.paid.length < maxPaid)
      payments.paid.push({ allVerificationsCompleted: state === "COMPLETED", paymentId, currentStatus, expressOpt });
  }
  return found;
}

function toOpenPayment(order: typeof orders.$inferSelect): OpenPayment {
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
