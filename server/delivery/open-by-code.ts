import { and, eq, lt, sql } from "drizzle-orm";
import { notFound } from "#server/errors.ts";
import { deliveries } from "#server/platform/store/tables/deliveries.ts";
import type { Services } from "#server/services.ts";
import { loadTransaction, readNow } from "#server/wallet/transactions/load.ts";
import { findAccess, isEqual, readLink } from "./access.ts";
import { toFileAddress } from "./addresses.ts";
import { listFiles, toHolder, type DeliveryRow } from "./bundle.ts";
import { getDelivery } from "./file-routes.ts";
import { storeReceipt } from "./receipts.ts";

/** Guesses of one round; then staff send it again. */
const maxWrongCodes = 10;

/** What the page of a delivery by email shows. */
export interface OpenedDelivery {
  status: "asks" | "wrong" | "closed" | "open";
  orgId: string;
  /** Empty before the right code. */
  holder: string;
  files: { name: string; url: string }[];
}

/** The page before a code was given. Throws 404 (104) for a link to no delivery. */
export async function readDeliveryPage(services: Services, link: string): Promise<OpenedDelivery> {
  const { row, code } = await findLinked(services, link);
  return toPage(services, row, code === undefined ? "closed" : "asks");
}

/** Opens the files of a delivery by email. The first right code is the receipt. Throws 404 (104). */
export async function openByCode(services: Services, link: string, given: string): Promise<OpenedDelivery> {
  const { row, code } = await findLinked(services, link);
  if (code === undefined) return toPage(services, row, "closed");
  if (!isEqual(code, given.replaceAll(/\D/g, ""))) {
    // One statement, so that guesses at the same time count one by one.
    await services.db
      .update(deliveries)
      .set({ wrongCodes: sql`${deliveries.wrongCodes} + 1` })
      .where(and(eq(deliveries.id, row.id), lt(deliveries.wrongCodes, maxWrongCodes)));
    return toPage(services, row, "wrong");
  }
  await storeReceipt(services, row, { reference: "opened by email", by: "delivery" });
  const now = await readNow(services.db);
  const files = (await listFiles(services, row)).map(({ name }) => ({
    name,
    url: toFileAddress(services, { deliveryId: row.id, round: row.round, name }, now),
  }));
  return { ...(await toPage(services, row, "open")), files };
}

/** The delivery of a link, and its code; undefined for a link of an earlier round, or after too many wrong codes. */
async function findLinked(services: Services, link: string): Promise<{ row: DeliveryRow; code?: string }> {
  const { id, secret } = readLink(link);
  const row = await getDelivery(services, id);
  if (row.driver !== "email" || row.state === "waiting") throw notFound("link");
  const access = findAccess(services.secrets, row);
  const isOpen = access !== undefined && isEqual(access.secret, secret) && row.wrongCodes < maxWrongCodes;
  return { row, ...(isOpen && { code: access.code }) };
}

async function toPage({ db }: Services, row: DeliveryRow, status: OpenedDelivery["status"]): Promise<OpenedDelivery> {
  const loaded = await loadTransaction(db, row.transactionId);
  return { status, orgId: row.orgId, holder: status === "open" ? toHolder(loaded) : "", files: [] };
}
