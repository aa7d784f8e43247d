import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { setTransitionCause } from "#server/platform/ledger-cause.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { deliveries, deliveryLog, type DeliveryKind } from "#server/platform/store/tables/deliveries.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { announce } from "#server/wallet/transactions/announcements.ts";
import { lockTransactionById } from "#server/wallet/transactions/load.ts";

type LogEvent = (typeof deliveryLog.$inferInsert)["event"];

/** Appends to the log that staff read. */
export async function logDelivery(
  tx: Queryable,
  deliveryId: string,
  event: LogEvent,
  { detail = "", staffId = null }: { detail?: string; staffId?: string | null } = {},
): Promise<void> {
  await tx.insert(deliveryLog).values({ deliveryId, event, detail: detail.slice(0, 500), staffId, at: sql`app_now()` });
}

/** An acknowledgement of a delivery: by the receiver, or by staff who handed it over. */
export interface GivenReceipt {
  reference: string;
  /** What the ledger records as the cause. */
  by: string;
  /** Staff who record it, and how it was handed over. */
  record?: { staffId: string; detail: string };
}

type Evaluation = (typeof transactions.$inferSelect)["evaluationState"];

/** The step of the evaluation that a receipt completes, and the steps before it. */
const steps: Readonly<Record<DeliveryKind, { to: Evaluation; from: Evaluation[] }>> = {
  documents: { to: "documentSent", from: ["notInitialized", "evaluationRequested"] },
  report: { to: "evaluationReportSent", from: ["notInitialized", "evaluationRequested", "documentSent"] },
};

/**
 * Stores the receipt of a delivery, once: the evaluation takes its step, the report follows the documents, and the
 * candidate gets notice, email and SMS for the report. Returns false for a repeated receipt, which changes nothing.
 */
export async function storeReceipt(
  services: Services,
  { id, transactionId, kind }: Pick<typeof deliveries.$inferSelect, "id" | "transactionId" | "kind">,
  { reference, by, record }: GivenReceipt,
): Promise<boolean> {
  const isStored = await transact(services.db, async (tx) => {
    const loaded = await lockTransactionById(tx, transactionId);
    if (!loaded) return false;
    await setTransitionCause(tx, by);
    const updated = await tx
      .update(deliveries)
      .set({
        state: "received",
        receipt: reference,
        receivedAt: sql`app_now()`,
        sentAt: sql`coalesce(${deliveries.sentAt}, app_now())`,
      })
      .where(and(eq(deliveries.id, id), isNull(deliveries.receivedAt)))
      .returning({ id: deliveries.id });
    if (updated.length === 0) return false;
    await logDelivery(tx, id, record ? "recorded" : "received", {
      detail: record ? `${record.detail} · ${reference}` : reference,
      ...(record && { staffId: record.staffId }),
    });
    const { to, from } = steps[kind];
    await tx
      .update(transactions)
      .set({ evaluationState: to })
      .where(and(eq(transactions.id, transactionId), inArray(transactions.evaluationState, from)));
    if (kind === "documents") await releaseReport(tx, transactionId);
    else
      await announce(tx, loaded, { notice: "evaluation-complete", messages: true, key: "evaluation-report" }, services);
    return true;
  });
  services.outbox.flushSoon();
  return isStored;
}

async function releaseReport(tx: Queryable, transactionId: string): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: "due", dueAt: sql`app_now()` })
    .where(
      and(eq(deliveries.transactionId, transactionId), eq(deliveries.kind, "report"), eq(deliveries.state, "waiting")),
    );
}
