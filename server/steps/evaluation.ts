import { and, eq, lte } from "drizzle-orm";
import type { Queryable } from "../store/database.ts";
import { transact } from "../store/database.ts";
import type { Services } from "../services.ts";
import { transactions } from "../store/tables/transactions.ts";
import { announce } from "../transactions/announcements.ts";
import { stateConflict } from "../transactions/moves.ts";
import { lockTransactionById, readNow, type LoadedTransaction } from "../transactions/rows.ts";
import { addWorkingDays } from "../transactions/working-days.ts";

/** Spec §9 Timing: the evaluation body's account is updated within 2 working days after the file is sent. */
const reportDays = 2;
const dayMs = 86_400_000;

/** Asks for the evaluation; again is the same (decisions §6 eval-info). Throws 109 before submission. */
export async function requestEvaluation(tx: Queryable, { row }: LoadedTransaction): Promise<void> {
  if (!row.submittedAt) throw stateConflict(row.state, "not-submitted", { message: "The form is not submitted yet" });
  await tx.update(transactions).set({ evaluationState: "evaluationRequested" }).where(and(eq(transactions.id, row.id), eq(transactions.evaluationState, "notInitialized")));
}

/** Job: two working days after the documents went to the evaluation partner its report is there. */
export async function sendReports(services: Services): Promise<void> {
  const now = await readNow(services.db);
  const due = await services.db
    .select({ id: transactions.id, updatedAt: transactions.updatedAt })
    .from(transactions)
    .where(and(eq(transactions.evaluationState, "documentSent"), lte(transactions.updatedAt, new Date(now.getTime() - reportDays * dayMs))));
  for (const { id, updatedAt } of due) {
    if (addWorkingDays(updatedAt, reportDays) > now) continue;
    await transact(services.db, async (tx) => {
      const loaded = await lockTransactionById(tx, id);
      const moved = await tx
        .update(transactions)
        .set({ evaluationState: "evaluationReportSent" })
        .where(and(eq(transactions.id, id), eq(transactions.evaluationState, "documentSent")))
        .returning({ id: transactions.id });
      if (!loaded || moved.length === 0) return;
      const announcement = { title: "Evaluation complete", text: "The report on {form} has been sent to {organisation}.", messages: false, key: "evaluation-report" };
      await announce(tx, loaded, announcement, services);
    });
  }
}
