import { and, desc, eq } from "drizzle-orm";
import type { PaymentHistoryItem } from "#engine/api/payment-info.ts";
import type { Words } from "#server/messaging/words/words.ts";
import type { Services } from "#server/services.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { readDocuments } from "#server/wallet/transactions/documents.ts";
import { english } from "#server/wallet/transactions/labels.ts";
import { toOrg } from "#server/wallet/transactions/lists.ts";
import { toOrder } from "./bill.ts";
import { listRefunds } from "./rows.ts";

const maxOrders = 1000;
const maxPerTransaction = 100;

/** The candidate's orders by transaction, newest first; of one organisation or form where named. */
export async function listHistory(
  services: Pick<Services, "db" | "config">,
  candidateId: string,
  { orgId, formId }: { orgId?: string; formId?: string },
  words: Words,
): Promise<{ list: PaymentHistoryItem[]; total: number }> {
  const { db, config } = services;
  const rows = await db
    .select({ order: orders, releaseId: transactions.releaseId })
    .from(orders)
    .innerJoin(transactions, eq(transactions.id, orders.transactionId))
    .where(
      and(
        eq(orders.candidateId, candidateId),
        orgId === undefined ? undefined : eq(orders.orgId, orgId),
        formId === undefined ? undefined : eq(orders.formId, formId),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxOrders);
  const refunds = await listRefunds(
    db,
    rows.map(({ order }) => order.id),
  );
  const byTransaction = new Map<string, PaymentHistoryItem>();
  for (const { order, releaseId } of rows) {
    const organisation = config.organisation(order.orgId);
    let item = byTransaction.get(order.transactionId);
    if (!item) {
      const documents = await readDocuments(db, releaseId, order.orgId);
      item = {
        orgId: order.orgId,
        formId: order.formId,
        txnId: order.transactionId,
        form: { name: english(documents.request(order.formId).name) },
        org: toOrg(organisation?.organisation, order.orgId),
        paymentList: [],
      };
      byTransaction.set(order.transactionId, item);
    }
    if (item.paymentList.length < maxPerTransaction)
      item.paymentList.push(toOrder(order, refunds.get(order.id) ?? [], organisation, words));
  }
  const list = [...byTransaction.values()];
  return { list, total: list.length };
}
