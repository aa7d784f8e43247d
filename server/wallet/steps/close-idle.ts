import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Limits } from "#engine/core/definitions/catalogues.ts";
import { findLimits } from "#server/config/limits.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { announceTransition, sendReminder } from "../transactions/announcements.ts";
import { isAllowed, listStatesLeadingTo } from "../transactions/guard.ts";
import { applyTransition, setTransitionCause } from "../transactions/apply-transition.ts";
import { lockTransactionById, readNow } from "../transactions/load.ts";

const dayMs = 86_400_000;
const closing = { by: "job", to: "CLOSED" } as const;

/**
 * Job: sends reminders for transactions that wait for their candidate, and closes them when they stay idle. Idempotent.
 * A transaction that must not close now gets no reminder.
 */
export async function closeIdleTransactions(services: Services): Promise<void> {
  const limits = findLimits(services.config);
  if (!limits) return;
  const now = await readNow(services.db);
  const due = await services.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        inArray(transactions.state, listStatesLeadingTo(services, closing.by, closing.to)),
        lte(
          transactions.activeAt,
          new Date(now.getTime() - Math.min(limits.closesAfterDays, ...limits.remindersAtDays) * dayMs),
        ),
      ),
    );
  for (const { id } of due) await remindOrClose(services, id, limits);
  services.outbox.flushSoon();
}

async function remindOrClose(services: Services, id: string, limits: Limits): Promise<void> {
  await transact(services.db, async (tx) => {
    await setTransitionCause(tx, closing.by);
    const loaded = await lockTransactionById(tx, id);
    if (!loaded || !isAllowed(loaded, services, closing)) return;
    const idleDays = (loaded.now.getTime() - loaded.row.activeAt.getTime()) / dayMs;
    if (idleDays >= limits.closesAfterDays) {
      await applyTransition(tx, loaded.row, closing.to, loaded.now);
      return announceTransition(tx, { ...loaded, row: { ...loaded.row, state: closing.to } }, services);
    }
    const passed = limits.remindersAtDays.filter((days) => idleDays >= days).length;
    if (passed <= loaded.row.remindersSent) return;
    await tx
      .update(transactions)
      .set({ remindersSent: sql`greatest(${transactions.remindersSent}, ${passed})` })
      .where(eq(transactions.id, id));
    const daysLeft = Math.ceil(limits.closesAfterDays - idleDays);
    const key = `reminder-${passed}-${loaded.row.activeAt.getTime()}`;
    await sendReminder(tx, loaded, { days: daysLeft, key }, services);
  });
}
