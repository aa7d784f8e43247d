import { and, desc, eq } from "drizzle-orm";
import type { PaymentHistoryItem } from "#engine/core/scope/shapes/payment-info.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Services } from "#server/services.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { readPinnedDefinitions } from "#server/wallet/transactions/pinned-definitions.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { toOrgSummary } from "#server/wallet/transactions/lists.ts";
import { toOrder } from "./bill.ts";
import { listRefunds } from "./rows.ts";

const maxOrders = 1000;
const maxPerTransaction = 100;

/** Lists the candidate's orders by transaction, newest first, optionally of one organisation or form. */
export async function listHistory(
  services: Pick<Services, "db" | "config">,
  candidateId: string,
  { orgId, formId }: { orgId?: string; formId?: string },
  messages: MessageTexts,
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
      const documents = await readPinnedDefinitions(db, releaseId, order.orgId);
      item = {
        orgId: order.orgId,
        formId: order.formId,
        txnId: order.transactionId,
        form: { name: english(documents.request(order.formId).name) },
        org: toOrgSummary(organisation?.organisation, order.orgId),
        paymentList: [],
      };
      byTransaction.set(order.transactionId, item);
    }
    if (item.paymentList.length < maxPerTransaction)
      item.paymentList.push(toOrder(order, refunds.get(order.id) ?? [], organisation, messages));
  }
  const list = [...byTransaction.values()];
  return { list, total: list.length };
}
