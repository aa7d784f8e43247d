import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { State } from "#engine/api/states.ts";
import type { Services } from "../services.ts";
import { transact } from "../store/database.ts";
import { transactions } from "../store/tables/transactions.ts";
import { announce, announceMove } from "../transactions/announcements.ts";
import { moveTransaction, setMovedBy } from "../transactions/moves.ts";
import { lockTransactionById, readNow } from "../transactions/rows.ts";

/** Spec §9 Timing and D-33: closed after 30 days without documents, reminded before. */
const reminderDays = [7, 14, 21, 28];
const closingDays = 30;
const dayMs = 86_400_000;
/** Those that wait for the candidate. */
const waiting: State[] = ["NOT_INITIALIZED", "PENDING", "READY_TO_SUBMIT", "INSUFFICIENT_DATA"];

/** Job: reminds and closes transactions that wait for their candidate. Each step happens once, however often this runs. */
export async function closeIdleTransactions(services: Services): Promise<void> {
  const now = await readNow(services.db);
  const due = await services.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(inArray(transactions.state, waiting), lte(transactions.activeAt, new Date(now.getTime() - reminderDays[0]! * dayMs))));
  for (const { id } of due) await advance(services, id);
  services.outbox.kick();
}

async function advance(services: Services, id: string): Promise<void> {
  await transact(services.db, async (tx) => {
    await setMovedBy(tx, "job");
    const loaded = await lockTransactionById(tx, id);
    if (!loaded || !waiting.includes(loaded.row.state)) return;
    const idleDays = (loaded.now.getTime() - loaded.row.activeAt.getTime()) / dayMs;
    if (idleDays >= closingDays) {
      await moveTransaction(tx, loaded.row, "CLOSED", loaded.now);
      return announceMove(tx, { ...loaded, row: { ...loaded.row, state: "CLOSED" } }, services);
    }
    const passed = reminderDays.filter((days) => idleDays >= days).length;
    if (passed <= loaded.row.remindersSent) return;
    await tx.update(transactions).set({ remindersSent: sql`greatest(${transactions.remindersSent}, ${passed})` }).where(eq(transactions.id, id));
    const left = Math.ceil(closingDays - idleDays);
    const announcement = { title: "Your form is waiting", text: `{organisation} still needs your documents for {form}. It closes in ${left} days.`, messages: true, key: `reminder-${passed}-${loaded.row.activeAt.getTime()}` };
    await announce(tx, loaded, announcement, services);
  });
}
