import type { TxnInfo } from "#engine/api/transaction-info.ts";
import type { Queryable } from "../store/database.ts";

/** One order of a transaction as TxnInfo shows it. */
export type PaymentDetail = TxnInfo["paymentDetails"][number];

/** The orders of a transaction, newest first. */
export async function listPaymentDetails(_db: Queryable, _txnId: string): Promise<PaymentDetail[]> {
  return [];
}
