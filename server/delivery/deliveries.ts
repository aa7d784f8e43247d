import { and, eq, sql } from "drizzle-orm";
import { describeError } from "#server/platform/log.ts";
import { withRequestContext } from "#server/platform/request-context.ts";
import { transact } from "#server/platform/store/database.ts";
import { deliveries } from "#server/platform/store/tables/deliveries.ts";
import type { Services } from "#server/services.ts";
import { enqueueDeliveries } from "#server/wallet/steps/evaluation.ts";
import { lockTransactionById } from "#server/wallet/transactions/load.ts";
import { toBundle, type DeliveryRow } from "./bundle.ts";
import { logDelivery, storeReceipt } from "./receipts.ts";

/** Attempts of one round: about two days. */
const maxAttempts = 14;
/** Longer than any driver takes. */
const leaseSeconds = 900;
/** A failure after this long means an unresponsive partner: its other deliveries wait for the next round. */
const unresponsiveMs = 5000;
const [firstRetrySeconds, lastRetrySeconds] = [30, 6 * 3600];

/**
 * Sends all due deliveries. A failure is logged and tried again with back-off, until the delivery is dead. Servers
 * lease one delivery each, and every attempt has the same id, so that a receiver takes it once.
 */
export async function sendDeliveries(services: Services): Promise<void> {
  const unresponsive = new Set<string>();
  for (let row = await lease(services, unresponsive); row; row = await lease(services, unresponsive)) {
    const next = row;
    const startedAt = performance.now();
    const isSent = await withRequestContext(next.requestId, () => send(services, next));
    if (!isSent && performance.now() - startedAt >= unresponsiveMs) unresponsive.add(next.provider);
  }
}

async function lease({ db }: Services, unresponsive: ReadonlySet<string>): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .update(deliveries)
    .set({
      attempts: sql`${deliveries.attempts} + 1`,
      dueAt: sql`app_now() + ${leaseSeconds} * interval '1 second'`,
    })
    .where(
      eq(
        deliveries.id,
        sql`(select id from deliveries where state = 'due' and due_at <= app_now() and provider <> all (${sql.param([...unresponsive])}::text[]) order by due_at, id limit 1 for update skip locked)`,
      ),
    )
    .returning();
  return row;
}

/** Returns false after a failure, which is logged and stored. */
async function send(services: Services, row: DeliveryRow): Promise<boolean> {
  const { ports, log } = services;
  try {
    const port = ports.delivery(row.provider, row.driver);
    if (!port) throw new Error(`DELIVERIES has no ${row.driver} for ${row.provider}`);
    const receipt = await port.send(await toBundle(services, row));
    await markSent(services, row);
    log.info({ kind: row.kind, driver: row.driver, attempts: row.attempts }, "delivery sent");
    if (receipt) await storeReceipt(services, row, { reference: receipt.reference, by: "delivery" });
    return true;
  } catch (error) {
    log.warn(
      { kind: row.kind, driver: row.driver, attempts: row.attempts, ...describeError(error) },
      "delivery not sent",
    );
    await markFailed(services, row, error instanceof Error ? error.message : String(error));
    return false;
  }
}

/** The attempt ended well: unless the receipt came first, the delivery waits for it. */
async function markSent({ db }: Services, { id, round, kind }: DeliveryRow): Promise<void> {
  await transact(db, async (tx) => {
    await tx
      .update(deliveries)
      .set({
        state: sql`case when ${deliveries.receivedAt} is null then 'sent' else 'received' end`,
        sentAt: sql`app_now()`,
      })
      .where(and(eq(deliveries.id, id), eq(deliveries.state, "due"), eq(deliveries.round, round)));
    await logDelivery(tx, id, "sent", { detail: kind });
  });
}

async function markFailed({ db }: Services, { id, attempts, round }: DeliveryRow, reason: string): Promise<void> {
  const isDead = attempts >= maxAttempts;
  const retrySeconds = Math.min(firstRetrySeconds * 2 ** (attempts - 1), lastRetrySeconds);
  await transact(db, async (tx) => {
    const updated = await tx
      .update(deliveries)
      .set(isDead ? { state: "dead" } : { dueAt: sql`app_now() + ${retrySeconds} * interval '1 second'` })
      .where(and(eq(deliveries.id, id), eq(deliveries.state, "due"), eq(deliveries.round, round)))
      .returning({ id: deliveries.id });
    if (updated.length > 0) await logDelivery(tx, id, isDead ? "dead" : "failed", { detail: reason });
  });
}

/** Enqueues evaluations of an earlier release of the server, which had no deliveries. */
export async function enqueueMissing(services: Services): Promise<void> {
  const { rows } = await services.db.execute<{ id: string }>(sql`
    select id from transactions t where t.evaluation_state = 'documentSent'
      and not exists (select from deliveries d where d.transaction_id = t.id)
    order by updated_at limit 500`);
  for (const { id } of rows)
    await transact(services.db, async (tx) => {
      const loaded = await lockTransactionById(tx, id);
      if (loaded) await enqueueDeliveries(tx, loaded, services);
    });
}
