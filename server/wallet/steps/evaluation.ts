import { and, eq, lte } from "drizzle-orm";
import { setTransitionCause } from "#server/platform/ledger-cause.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { transact } from "#server/platform/store/database.ts";
import { findLimits } from "#server/config/limits.ts";
import type { Services } from "#server/services.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { announce } from "../transactions/announcements.ts";
import { assertAllowed, type GuardServices } from "../transactions/guard.ts";
import { lockTransactionById, readNow, type LoadedTransaction } from "../transactions/load.ts";
import { addWorkingDays } from "./working-days.ts";

const dayMs = 86_400_000;

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

/** Job: sets `evaluationReportSent` some working days after the documents were sent. */
export async function closeEvaluations(services: Services): Promise<void> {
  const reportDays = findLimits(services.config)?.reportedWithinWorkingDays;
  if (reportDays === undefined) return;
  const now = await readNow(services.db);
  const due = await services.db
    .select({ id: transactions.id, updatedAt: transactions.updatedAt })
    .from(transactions)
    .where(
      and(
        eq(transactions.evaluationState, "documentSent"),
        lte(transactions.updatedAt, new Date(now.getTime() - reportDays * dayMs)),
      ),
    );
  for (const { id, updatedAt } of due) {
    if (addWorkingDays(updatedAt, reportDays) > now) continue;
    await transact(services.db, async (tx) => {
      await setTransitionCause(tx, "job");
      const loaded = await lockTransactionById(tx, id);
      const updated = await tx
        .update(transactions)
        .set({ evaluationState: "evaluationReportSent" })
        .where(and(eq(transactions.id, id), eq(transactions.evaluationState, "documentSent")))
        .returning({ id: transactions.id });
      if (!loaded || updated.length === 0) return;
      const announcement = { notice: "evaluation-complete", messages: false, key: "evaluation-report" } as const;
      await announce(tx, loaded, announcement, services);
    });
  }
}
