import { and, desc, eq } from "drizzle-orm";
import type { TxnInfo } from "#engine/api/transaction-info.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";

/** One order of a transaction as TxnInfo shows it. */
export type PaymentDetail = TxnInfo["paymentDetails"][number];

/** The payments that succeeded for a transaction, newest first: that there is one says that it was paid. */
export async function listPaymentDetails(db: Queryable, txnId: string): Promise<PaymentDetail[]> {
  const rows = await db
    .select({
      paymentId: orders.id,
      currentStatus: orders.status,
      expressOpt: orders.express,
      state: transactions.state,
    })
    .from(orders)
    .innerJoin(transactions, eq(transactions.id, orders.transactionId))
    .where(and(eq(orders.transactionId, txnId), eq(orders.status, "Success")))
    .orderBy(desc(orders.createdAt))
    .limit(100);
  return rows.map(({ state, ...detail }) => ({ allVerificationsCompleted: state === "COMPLETED", ...detail }));
}
