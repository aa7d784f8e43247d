import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Limits } from "#engine/documents/catalogues.ts";
import { findLimits } from "#server/config/limits.ts";
import type { Services } from "#server/services.ts";
import { transact } from "#server/platform/store/database.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { announceMove, remind } from "../transactions/announcements.ts";
import { isAllowed, listMovable } from "../transactions/guard.ts";
import { moveTransaction, setMovedBy } from "../transactions/moves.ts";
import { lockTransactionById, readNow } from "../transactions/rows.ts";

const dayMs = 86_400_000;
const closing = { by: "job", to: "CLOSED" } as const;

/**
 * Job: reminds and closes transactions that wait for their candidate. Each step happens once, however often this runs;
 * what may not be closed now is not reminded of it either.
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
        inArray(transactions.state, listMovable(services, closing.by, closing.to)),
        lte(
          transactions.activeAt,
          new Date(now.getTime() - Math.min(limits.closesAfterDays, ...limits.remindersAtDays) * dayMs),
        ),
      ),
    );
  for (const { id } of due) await advance(services, id, limits);
  services.outbox.kick();
}

async function advance(services: Services, id: string, limits: Limits): Promise<void> {
  await transact(services.db, async (tx) => {
    await setMovedBy(tx, closing.by);
    const loaded = await lockTransactionById(tx, id);
    if (!loaded || !isAllowed(loaded, services, closing)) return;
    const idleDays = (loaded.now.getTime() - loaded.row.activeAt.getTime()) / dayMs;
    if (idleDays >= limits.closesAfterDays) {
      await moveTransaction(tx, loaded.row, closing.to, loaded.now);
      return announceMove(tx, { ...loaded, row: { ...loaded.row, state: closing.to } }, services);
    }
    const passed = limits.remindersAtDays.filter((days) => idleDays >= days).length;
    if (passed <= loaded.row.remindersSent) return;
    await tx
      .update(transactions)
      .set({ remindersSent: sql`greatest(${transactions.remindersSent}, ${passed})` })
      .where(eq(transactions.id, id));
    const left = Math.ceil(limits.closesAfterDays - idleDays);
    const key = `reminder-${passed}-${loaded.row.activeAt.getTime()}`;
    await remind(tx, loaded, { days: left, key }, services);
  });
}
