import { and, eq, lt, sql } from "drizzle-orm";
import { notFound } from "#server/errors.ts";
import { deliveries } from "#server/platform/store/tables/deliveries.ts";
import type { Services } from "#server/services.ts";
import { loadTransaction, readNow } from "#server/wallet/transactions/load.ts";
import { isCode, readLink, toFileAddress } from "./addresses.ts";
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

/** The page before a code was given. Throws 404 (104) for a link that is not ours. */
export async function readDeliveryPage(services: Services, link: string): Promise<OpenedDelivery> {
  const row = await findLinked(services, link);
  return toPage(services, row, isClosed(row, link, services) ? "closed" : "asks");
}

/** Opens the files of a delivery by email. The first right code is the receipt. Throws 404 (104). */
export async function openByCode(services: Services, link: string, code: string): Promise<OpenedDelivery> {
  const row = await findLinked(services, link);
  if (isClosed(row, link, services)) return toPage(services, row, "closed");
  if (!isCode(services.secrets, row, code)) {
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
    url: toFileAddress(services, { deliveryId: row.id, round: row.round, name }, { now, shown: true }),
  }));
  return { ...(await toPage(services, row, "open")), files };
}

async function findLinked(services: Services, link: string): Promise<DeliveryRow> {
  const row = await getDelivery(services, readLink(services.secrets, link).id);
  if (row.driver !== "email" || row.state === "waiting") throw notFound("link");
  return row;
}

const isClosed = ({ round, wrongCodes }: DeliveryRow, link: string, { secrets }: Services): boolean =>
  readLink(secrets, link).round !== round || wrongCodes >= maxWrongCodes;

async function toPage({ db }: Services, row: DeliveryRow, status: OpenedDelivery["status"]): Promise<OpenedDelivery> {
  const loaded = await loadTransaction(db, row.transactionId);
  return { status, orgId: row.orgId, holder: status === "open" ? toHolder(loaded) : "", files: [] };
}
