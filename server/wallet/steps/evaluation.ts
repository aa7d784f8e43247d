import { and, eq, sql } from "drizzle-orm";
import type { RequestDefinition } from "#engine/core/definitions/request.ts";
import { newId } from "#server/platform/ids.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { deliveries, deliveryKinds } from "#server/platform/store/tables/deliveries.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { findCorrelationId } from "#server/platform/request-context.ts";
import { assertAllowed, type GuardServices } from "../transactions/guard.ts";
import type { LoadedTransaction } from "../transactions/load.ts";

/** Requests the evaluation. Idempotent. Throws 109 before submission. */
export async function requestEvaluation(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: GuardServices,
): Promise<void> {
  const { row } = loaded;
  assertAllowed(loaded, services, { by: "transactions.request-evaluation" });
  await tx
    .update(transactions)
    .set({ evaluationState: "evaluationRequested" })
    .where(and(eq(transactions.id, row.id), eq(transactions.evaluationState, "notInitialized")));
}

/**
 * The evaluation of a transaction, if its request has one. The current request names how the partner is
 * reached, because the address may have changed since the transaction began.
 */
export function findEvaluation(
  { row, definitions }: Pick<LoadedTransaction, "row" | "definitions">,
  { config }: GuardServices,
): RequestDefinition["evaluation"] {
  const pinned = definitions.request(row.formId).evaluation;
  const current = pinned && config.organisation(row.orgId)?.get("request", row.formId)?.evaluation;
  return current?.delivery ? current : pinned;
}

/**
 * Enqueues documents and report of a verified transaction for its evaluation partner, if it has one. The report waits
 * for the receipt of the documents. Idempotent.
 */
export async function enqueueDeliveries(
  tx: Queryable,
  loaded: LoadedTransaction,
  services: GuardServices,
  { afterSeconds = 0 }: { afterSeconds?: number } = {},
): Promise<void> {
  const { row } = loaded;
  const evaluation = findEvaluation(loaded, services);
  if (!evaluation?.delivery || row.evaluationState === "evaluationReportSent") return;
  const { provider, delivery: driver } = evaluation;
  await tx
    .insert(deliveries)
    .values(
      deliveryKinds.map((kind) => ({
        id: newId(),
        transactionId: row.id,
        orgId: row.orgId,
        formId: row.formId,
        kind,
        provider,
        driver,
        state: kind === "documents" ? ("due" as const) : ("waiting" as const),
        dueAt: sql`app_now() + ${afterSeconds} * interval '1 second'`,
        createdAt: sql`app_now()`,
        requestId: findCorrelationId() ?? null,
      })),
    )
    .onConflictDoNothing();
}
