import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Delivery } from "#engine/contract/console/deliveries.ts";
import { findLimits } from "#server/config/limits.ts";
import { invalidField, notFound, WalletError, withReason } from "#server/errors.ts";
import { transact } from "#server/platform/store/database.ts";
import { deliveries, deliveryLog } from "#server/platform/store/tables/deliveries.ts";
import { staff } from "#server/platform/store/tables/staff.ts";
import type { Services } from "#server/services.ts";
import { readNow } from "#server/wallet/transactions/load.ts";
import { addWorkingDays } from "#server/wallet/steps/working-days.ts";
import { listFiles, type DeliveryRow } from "./bundle.ts";
import { logDelivery, storeReceipt } from "./receipts.ts";

/** A delivery of an organisation. */
export interface DeliveryKeys {
  orgId: string;
  deliveryId: string;
}

/** The deliveries of a transaction, documents first. Throws 404 (104) for a transaction of another organisation. */
export async function listDeliveries(
  services: Services,
  { orgId, txnId }: { orgId: string; txnId: string },
): Promise<Delivery[]> {
  const { rows: known } = await services.db.execute(
    sql`select 1 from transactions where id = ${txnId} and org_id = ${orgId}`,
  );
  if (known.length === 0) throw notFound("transaction");
  const rows = await services.db
    .select()
    .from(deliveries)
    .where(eq(deliveries.transactionId, txnId))
    .orderBy(asc(deliveries.kind));
  return Promise.all(rows.map((row) => toDelivery(services, row)));
}

/** A delivery of this organisation. Throws 404 (104). */
export async function getOwnDelivery({ db }: Pick<Services, "db">, keys: DeliveryKeys): Promise<DeliveryRow> {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, keys.deliveryId), eq(deliveries.orgId, keys.orgId)));
  if (!row) throw notFound("delivery");
  return row;
}

/**
 * Sends a delivery again in a new round: earlier links, codes and addresses end. A stored receipt stays. Throws 404,
 * and 409 (109) for a report whose documents have no receipt yet.
 */
export async function resendDelivery(services: Services, keys: DeliveryKeys, staffId: string): Promise<Delivery> {
  const { id } = await getOwnDelivery(services, keys);
  await transact(services.db, async (tx) => {
    const updated = await tx
      .update(deliveries)
      .set({
        state: "due",
        dueAt: sql`app_now()`,
        attempts: 0,
        wrongCodes: 0,
        sealedAccess: null,
        round: sql`${deliveries.round} + 1`,
      })
      .where(and(eq(deliveries.id, id), ne(deliveries.state, "waiting")))
      .returning({ id: deliveries.id });
    if (updated.length === 0) throw new WalletError("stateConflict", withReason("delivery-waits"));
    await logDelivery(tx, id, "resent", { staffId });
  });
  return toDelivery(services, await getOwnDelivery(services, keys));
}

/** How staff handed a delivery over. */
interface HandedOver {
  how: string;
  at: string;
  reference: string;
}

/**
 * Records that staff handed a delivery over: this is its receipt. Throws 404, 409 (109) for a report whose documents
 * have no receipt yet or a delivery that has one, and 422 for a time to come.
 */
export async function recordDelivery(
  services: Services,
  keys: DeliveryKeys,
  { how, at, reference, staffId }: HandedOver & { staffId: string },
): Promise<Delivery> {
  const row = await getOwnDelivery(services, keys);
  if (new Date(at) > (await readNow(services.db))) throw invalidField("/at", "max", "delivery-in-future");
  if (row.state === "waiting") throw new WalletError("stateConflict", withReason("delivery-waits"));
  const record = { staffId, detail: `${at} · ${how}` };
  const isStored = await storeReceipt(services, row, { reference, by: "deliveries.record", record });
  if (!isStored) throw new WalletError("stateConflict", withReason("delivery-received"));
  return toDelivery(services, await getOwnDelivery(services, keys));
}

async function toDelivery(services: Services, row: DeliveryRow): Promise<Delivery> {
  const { db, config } = services;
  const promised = findLimits(config)?.reportedWithinWorkingDays;
  const now = await readNow(db);
  const { id, kind, provider, driver, state, attempts, dueAt, createdAt, sentAt, receivedAt, receipt } = row;
  const files = await listFiles(services, row);
  return {
    id,
    kind,
    provider,
    driver,
    state,
    attempts,
    isOverdue: receivedAt === null && promised !== undefined && addWorkingDays(createdAt, promised) < now,
    ...(state === "due" && { nextAttemptAt: dueAt.toISOString() }),
    createdAt: createdAt.toISOString(),
    ...(sentAt && { sentAt: sentAt.toISOString() }),
    ...(receivedAt && { receivedAt: receivedAt.toISOString() }),
    ...(receipt !== null && { receipt }),
    fileList: files.map(({ name, contentType, sizeBytes, sha256 }) => ({ name, contentType, sizeBytes, sha256 })),
    logList: await readLog(services, id),
  };
}

async function readLog({ db }: Services, id: string): Promise<Delivery["logList"]> {
  const rows = await db
    .select({
      event: deliveryLog.event,
      detail: deliveryLog.detail,
      at: deliveryLog.at,
      staffId: deliveryLog.staffId,
      displayName: staff.displayName,
    })
    .from(deliveryLog)
    .leftJoin(staff, eq(staff.id, deliveryLog.staffId))
    .where(eq(deliveryLog.deliveryId, id))
    .orderBy(asc(deliveryLog.seq))
    .limit(200);
  return rows.map(({ event, detail, at, staffId, displayName }) => ({
    event,
    detail,
    at: at.toISOString(),
    ...(staffId !== null && { by: { id: staffId, displayName: displayName ?? "" } }),
  }));
}
