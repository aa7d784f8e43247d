import { and, asc, desc, eq, ne, sql, type SQL } from "drizzle-orm";
import type { Delivery, DeliveryList, ListedDelivery } from "#engine/core/scope/shapes/deliveries.ts";
import { toDayStart } from "#engine/core/rules/dates.ts";
import { findLimits } from "#server/config/limits.ts";
import { invalidField, notFound, WalletError, withReason } from "#server/errors.ts";
import { readCursor, writeCursor } from "#server/platform/cursor.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { deliveries, deliveryLog, type DeliveryState } from "#server/platform/store/tables/deliveries.ts";
import { transactions } from "#server/platform/store/tables/transactions.ts";
import { zone } from "#server/platform/time-zone.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { toReceiverName } from "./receiver.ts";
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

/** What an overview of deliveries selects. */
interface DeliveryFilters {
  state?: DeliveryState | undefined;
  txnId?: string | undefined;
  /** `next` of the page before. */
  after?: string | undefined;
  count: number;
}

/** A page of an organisation's deliveries, the newest first. Throws 400 for a cursor of another form. */
export async function listDeliveries(
  services: Services,
  orgId: string,
  { state, txnId, after, count }: DeliveryFilters,
): Promise<DeliveryList> {
  const rows = await readDeliveries(
    services.db,
    [
      eq(deliveries.orgId, orgId),
      ...(state === undefined ? [] : [eq(deliveries.state, state)]),
      ...(txnId === undefined ? [] : [eq(deliveries.transactionId, txnId)]),
      ...(after === undefined ? [] : [toAfter(after)]),
    ],
    count + 1,
  );
  const page = rows.slice(0, count);
  const last = page.at(-1);
  const now = await readNow(services.db);
  return {
    list: page.map((row) => toListed(services, row, now)),
    ...(rows.length > count && last && { next: toCursor(last) }),
  };
}

/** A delivery with its files and its log. Throws 404 (104). */
export async function getDelivery(services: Services, { orgId, deliveryId }: DeliveryKeys): Promise<Delivery> {
  const found = [eq(deliveries.id, deliveryId), eq(deliveries.orgId, orgId)];
  const [row] = await readDeliveries(services.db, found, 1);
  if (!row) throw notFound("delivery");
  const files = await listFiles(services, row.delivery);
  return {
    ...toListed(services, row, await readNow(services.db)),
    fileList: files.map(({ name, contentType, sizeBytes, sha256 }) => ({ name, contentType, sizeBytes, sha256 })),
    logList: await readLog(services, deliveryId),
  };
}

/** The last entry of the log. */
const lastEvent = sql<{ event: string; detail: string } | null>`(
  select jsonb_build_object('event', l.event, 'detail', l.detail) from delivery_log l
  where l.delivery_id = ${deliveries.id} order by l.seq desc limit 1)`;

/** With microseconds, which a Date would lose. */
const createdText = sql<string>`${deliveries.createdAt}::text`;

const readDeliveries = (db: Queryable, conditions: readonly SQL[], limit: number) =>
  db
    .select({ delivery: deliveries, holderName: transactions.holderName, lastEvent, createdText })
    .from(deliveries)
    .innerJoin(transactions, eq(transactions.id, deliveries.transactionId))
    .where(and(...conditions))
    // Of one transaction the report comes first.
    .orderBy(desc(deliveries.createdAt), desc(deliveries.transactionId), desc(deliveries.kind))
    .limit(limit);

type Row = Awaited<ReturnType<typeof readDeliveries>>[number];

const toCursor = ({ createdText: createdAt, delivery }: Row): string =>
  writeCursor([createdAt, delivery.transactionId, delivery.kind]);

function toAfter(cursor: string): SQL {
  const [createdAt, txnId, kind] = readCursor(cursor, 3);
  return sql`(${deliveries.createdAt}, ${deliveries.transactionId}, ${deliveries.kind}) < (${createdAt}::timestamptz, ${txnId}, ${kind})`;
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
  return getDelivery(services, keys);
}

/** How staff handed a delivery over. */
interface HandedOver {
  how: string;
  /** The day, dd-MM-yyyy. */
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
  const day = toDayStart(at, zone);
  if (!day) throw invalidField("/at", "format", "enter-day");
  if (day > (await readNow(services.db))) throw invalidField("/at", "max", "delivery-in-future");
  if (row.state === "waiting") throw new WalletError("stateConflict", withReason("delivery-waits"));
  const record = { staffId, detail: `${at} · ${how}` };
  const isStored = await storeReceipt(services, row, { reference, by: "deliveries.record", record });
  if (!isStored) throw new WalletError("stateConflict", withReason("delivery-received"));
  return getDelivery(services, keys);
}

function toListed(services: Services, { delivery: row, holderName, lastEvent: last }: Row, now: Date): ListedDelivery {
  const { config } = services;
  const promised = findLimits(config)?.reportedWithinWorkingDays;
  const { id, kind, provider, driver, state, attempts, dueAt, createdAt, sentAt, receivedAt, receipt, orgId } = row;
  const request = config.organisation(orgId)?.get("request", row.formId);
  const failure = last?.event === "failed" || last?.event === "dead" ? last.detail : undefined;
  return {
    id,
    kind,
    provider,
    receiver: toReceiverName(services, provider),
    driver,
    state,
    attempts,
    isOverdue: receivedAt === null && promised !== undefined && addWorkingDays(createdAt, promised) < now,
    ...(state === "due" && { nextAttemptAt: dueAt.toISOString() }),
    createdAt: createdAt.toISOString(),
    ...(sentAt && { sentAt: sentAt.toISOString() }),
    ...(receivedAt && { receivedAt: receivedAt.toISOString() }),
    ...(receipt !== null && { receipt }),
    ...(failure !== undefined && { lastError: failure }),
    txnId: row.transactionId,
    formId: row.formId,
    formLabel: english(request?.name ?? row.formId),
    ...(holderName !== null && { holderName }),
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
