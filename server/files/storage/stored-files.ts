import { and, eq, sql } from "drizzle-orm";
import type { UploadedFile } from "#engine/api/files.ts";
import { notFound, refuseField, says, WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import type { Platform } from "#server/platform/platform.ts";
import { files, uploads } from "#server/platform/store/tables/files.ts";
import type { Finding } from "../detection/detect.ts";
import { faultReasons } from "../detection/fault-reasons.ts";
import type { Fault } from "../detection/inspection.ts";
import { inspect } from "../detection/inspector.ts";
import { toFileUrl } from "./file-url.ts";
import { discard, filePlaces, moveDurably } from "./places.ts";
import { assertTaken, hashFile, readContentType, type ReceivedFile } from "../uploads/receive.ts";
import { stat } from "node:fs/promises";

type FileServices = Pick<Platform, "db" | "settings">;

/** Where a file belongs, as the client names it; never part of a path. */
export interface FileLabels {
  fileName: string;
  category?: string;
  folder?: string;
}

/** Stores bytes that have just arrived: bytes first, then the row, so that no row is without bytes. Throws 114, 115. */
export async function storeReceived(
  services: FileServices,
  candidateId: string,
  received: ReceivedFile,
  labels: FileLabels,
): Promise<UploadedFile> {
  try {
    assertTaken(received, labels.category);
    await assertReadable(received);
    const id = newId();
    await moveDurably(received.path, filePlaces(services.settings.dataDir).stored(id));
    return await addRow(services, candidateId, id, received, labels);
  } catch (error) {
    await discard(received.path);
    throw error;
  }
}

/**
 * Makes a file of a finished upload or a checked document; again gives the same file. Throws 104, 106 while it is still
 * growing, 113–115, and 114 for what the check refused.
 */
export async function claimUpload(
  services: FileServices,
  candidateId: string,
  uploadId: string,
  labels: Omit<FileLabels, "fileName">,
): Promise<UploadedFile> {
  const own = await findFile(services, candidateId, uploadId);
  if (own) return toUploadedFile(own);
  const { row, received } = await readUpload(services, candidateId, uploadId);
  assertTaken(received, labels.category);
  if (row.report?.state === "ERROR") throw toFaultError(row.report.fault);
  if (!row.report) await assertReadable(received);
  const places = filePlaces(services.settings.dataDir);
  const claimed = await services.db
    .update(uploads)
    .set({ state: "claimed" })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "finished")))
    .returning({ id: uploads.id });
  if (claimed.length === 0) throw notFound("upload");
  await moveDurably(received.path, places.stored(uploadId));
  const stored = await addRow(services, candidateId, uploadId, received, { ...labels, fileName: row.fileName });
  await discard(`${received.path}.json`);
  return stored;
}

/** A finished upload of the candidate and what its bytes are. Throws 104, 106, 114. */
export async function readUpload(
  services: FileServices,
  candidateId: string,
  uploadId: string,
): Promise<{ row: typeof uploads.$inferSelect; received: ReceivedFile }> {
  const [row] = await services.db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, uploadId), eq(uploads.candidateId, candidateId)));
  if (!row || row.state === "claimed") throw notFound("upload");
  if (row.state === "growing") throw refuseField("/uploadId", "finished", "upload-growing");
  const path = filePlaces(services.settings.dataDir).upload(uploadId);
  const contentType = await readContentType(path);
  const { size } = await stat(path);
  return { row, received: { path, contentType, sizeBytes: size, sha256: row.sha256 ?? (await hashFile(path)) } };
}

/** Keeps checked bytes until they are accepted, so that they travel once; → their id. */
export async function keepChecked(
  services: FileServices,
  candidateId: string,
  received: ReceivedFile,
  fileName: string,
  finding: Finding,
): Promise<string> {
  const id = newId();
  await moveDurably(received.path, filePlaces(services.settings.dataDir).upload(id));
  await services.db.insert(uploads).values({
    id,
    candidateId,
    fileName,
    state: "finished",
    contentType: received.contentType,
    sizeBytes: received.sizeBytes,
    sha256: received.sha256,
    report: finding,
    createdAt: sql`app_now()`,
  });
  return id;
}

/** The candidate's file; a stranger's reads as none. */
export async function findFile(
  services: Pick<Platform, "db">,
  candidateId: string,
  id: string,
): Promise<typeof files.$inferSelect | undefined> {
  const [row] = await services.db
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.candidateId, candidateId)));
  return row;
}

/** Papers that cannot be read, are encrypted or act are refused before they are stored: nobody could verify them. Throws 114. */
async function assertReadable(received: ReceivedFile): Promise<void> {
  const { fault } = await inspect({ path: received.path, contentType: received.contentType, look: false });
  if (fault !== undefined) throw toFaultError(fault);
}

/** 415 (code 114) with what is wrong with the file. */
function toFaultError(fault: Fault | undefined): WalletError {
  return new WalletError("fileType", fault && says(faultReasons[fault]));
}

async function addRow(
  services: FileServices,
  candidateId: string,
  id: string,
  received: ReceivedFile,
  { fileName, category, folder }: FileLabels,
): Promise<UploadedFile> {
  const { sizeBytes, sha256, contentType } = received;
  const [row] = await services.db
    .insert(files)
    .values({
      id,
      candidateId,
      fileName,
      contentType,
      sizeBytes,
      sha256,
      category: category ?? null,
      folder: folder ?? null,
      createdAt: sql`app_now()`,
    })
    .returning();
  return toUploadedFile(row!);
}

function toUploadedFile(row: typeof files.$inferSelect): UploadedFile {
  return { fileUrl: toFileUrl(row.id), fileName: row.fileName, sizeBytes: row.sizeBytes, type: row.contentType };
}
