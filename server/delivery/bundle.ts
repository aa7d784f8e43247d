import { Readable } from "node:stream";
import { and, eq, inArray } from "drizzle-orm";
import { listLeafValues } from "#engine/core/base/json-pointer.ts";
import { toHolderName } from "#server/accounts/profile/profile.ts";
import { notFound } from "#server/errors.ts";
import { findFileId, findScanRefusal } from "#server/files/storage/file-access.ts";
import { reportFiles, reports, type deliveries, type DeliveryKind } from "#server/platform/store/tables/deliveries.ts";
import { files } from "#server/platform/store/tables/files.ts";
import type { Bundle, BundleFile, Letters } from "#server/ports/delivery.ts";
import type { Services } from "#server/services.ts";
import { loadTransaction, readNow, type LoadedTransaction } from "#server/wallet/transactions/load.ts";
import { getEffectiveOrganisation } from "#server/wallet/transactions/pinned-definitions.ts";
import { provideAccess, toPageAddress } from "./access.ts";
import { toFileAddress } from "./addresses.ts";
import { issueReport } from "./report/issue.ts";

export type DeliveryRow = typeof deliveries.$inferSelect;

type BundleServices = Pick<Services, "db" | "config" | "secrets" | "settings" | "findMessageTexts" | "ports">;
/** A file without its address. */
type StoredFile = Omit<BundleFile, "url">;

/** The messages with link and code, by what is delivered. */
const links = { documents: "documents-link", report: "report-link" } as const satisfies Record<DeliveryKind, string>;

/** Everything that a delivery consists of. The report is issued with the first bundle of its transaction. */
export async function toBundle(services: BundleServices, row: DeliveryRow): Promise<Bundle> {
  const { db, secrets, settings } = services;
  await issueReport(services, row.transactionId);
  const loaded = await loadTransaction(db, row.transactionId);
  const stored = await listFiles(services, row);
  const now = await readNow(db);
  const holder = toHolder(loaded);
  return {
    id: row.id,
    kind: row.kind,
    round: row.round,
    provider: row.provider,
    about: {
      txnId: row.transactionId,
      orgId: row.orgId,
      formId: row.formId,
      holder,
      references: Object.fromEntries(loaded.userInputs.map(({ fieldName, value }) => [fieldName, value])),
    },
    files: stored.map((file) => ({
      ...file,
      url: toFileAddress({ secrets, settings }, { deliveryId: row.id, round: row.round, name: file.name }, now),
    })),
    writeLetters: async () => writeLetters(services, row, holder),
  };
}

/** The link to the page with the files, and apart from it the code that opens it. */
async function writeLetters(services: BundleServices, row: DeliveryRow, holder: string): Promise<Letters> {
  const { findMessageTexts, settings } = services;
  const access = await provideAccess(services, row);
  const { organisation } = getEffectiveOrganisation(services, row.orgId);
  const values = { holder, organisation: organisation.displayName ?? organisation.name };
  // The receiver's language is not known before it has opened anything.
  const messages = findMessageTexts("en", row.orgId);
  const toLetter = ({ subject, text }: { subject: string | null; text: string }) => ({ subject: subject ?? "", text });
  const link = toPageAddress(settings.publicUrl, row.id, access);
  return {
    link: toLetter(messages.formatOutgoing(links[row.kind], { ...values, link })),
    code: toLetter(messages.formatOutgoing("delivery-code", { ...values, code: access.code })),
  };
}

export const toHolder = ({ row, profile }: LoadedTransaction): string => row.holderName ?? toHolderName(profile);

/** The files of a delivery, in order. Those of a report are as they were issued. */
export const listFiles = (services: Pick<Services, "db" | "ports">, row: DeliveryRow): Promise<StoredFile[]> =>
  row.kind === "report" ? listReportFiles(services, row) : listDocuments(services, row);

/** Opens one file of a delivery. Throws 404 (104). */
export async function getFile(
  services: Pick<Services, "db" | "ports">,
  row: DeliveryRow,
  name: string,
): Promise<StoredFile> {
  const file = (await listFiles(services, row)).find((one) => one.name === name);
  if (!file) throw notFound("file");
  return file;
}

async function listReportFiles({ db }: Pick<Services, "db">, { transactionId }: DeliveryRow): Promise<StoredFile[]> {
  const rows = await db
    .select({
      name: reportFiles.name,
      contentType: reportFiles.contentType,
      sha256: reportFiles.sha256,
      bytes: reportFiles.bytes,
    })
    .from(reportFiles)
    .innerJoin(reports, eq(reports.id, reportFiles.reportId))
    .where(eq(reports.transactionId, transactionId))
    .orderBy(reportFiles.name);
  return rows.map(({ bytes, ...file }) => ({
    ...file,
    sizeBytes: bytes.length,
    open: async () => Readable.from(bytes),
  }));
}

/** The uploaded documents of verified submissions. A file that is not clean is not handed on. */
async function listDocuments(
  { db, ports }: Pick<Services, "db" | "ports">,
  { transactionId }: DeliveryRow,
): Promise<StoredFile[]> {
  const loaded = await loadTransaction(db, transactionId);
  const submitted = loaded.items.flatMap(({ submissions }) => submissions.filter(({ state }) => state === "COMPLETED"));
  const places = new Map<string, string>();
  for (const { subType, data } of submitted)
    for (const { value } of listLeafValues(data)) {
      const id = findFileId(value);
      if (id !== undefined && !places.has(id)) places.set(id, subType);
    }
  if (places.size === 0) return [];
  const rows = await db
    .select()
    .from(files)
    .where(and(inArray(files.id, [...places.keys()]), eq(files.candidateId, loaded.row.candidateId)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...places].map(([id, subType], index) => {
    const file = byId.get(id);
    if (!file || findScanRefusal(file.scan)) throw new Error(`The document ${id} of ${transactionId} cannot be sent.`);
    const { fileName, contentType, sizeBytes, sha256 } = file;
    return {
      name: `${String(index + 1).padStart(2, "0")}-${subType}-${toSafeName(fileName)}`,
      contentType,
      sizeBytes,
      sha256,
      open: async () => {
        const found = await ports.storage.open(id);
        if (!found) throw new Error(`The bytes of the document ${id} are missing.`);
        return found.bytes;
      },
    };
  });
}

/** Letters, digits and a few signs: any receiver's file system takes the name. */
const toSafeName = (name: string): string =>
  name
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+/, "")
    .slice(-80) || "document";
