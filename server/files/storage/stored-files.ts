import { stat } from "node:fs/promises";
import { and, eq, sql } from "drizzle-orm";
import type { UploadedFile } from "#engine/contract/files.ts";
import { notFound, invalidField, withReason, WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { afterCommit } from "#server/platform/idempotent-call.ts";
import { describeError } from "#server/platform/log.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { moveAndSync } from "#server/platform/atomic-files.ts";
import { files, uploads, type ScanState } from "#server/platform/store/tables/files.ts";
import { faultReasons, type FileFault } from "../detection/inspection.ts";
import { consumeInspection } from "../detection/inspection-budget.ts";
import { inspectCached } from "../detection/inspector.ts";
import type { FileServices } from "../file-services.ts";
import { infectedFinding, scanNow } from "../scanning/scan-now.ts";
import { toFileUrl } from "./file-access.ts";
import { discard, discardUpload, toUploadFolders } from "./upload-folders.ts";
import { assertRoom, lockStoredBytes } from "./stored-bytes.ts";
import { saveReport, type CheckedUpload } from "./upload-reports.ts";
import { findPhotoByNonce, spendPhotoNonce } from "../uploads/photo-nonce.ts";
import { addUpload } from "../uploads/unclaimed.ts";
import { assertAccepted, hashFile, readContentType, type ReceivedFile } from "../uploads/receive.ts";

/** The client's labels of a file. They are never part of a path. */
export interface FileLabels {
  fileName: string;
  category?: string;
  folder?: string;
  /** The nonce of a live photo. */
  photoNonce?: string;
  /** The server made the file itself, so it is not scanned. */
  isServerMade?: true;
}

/**
 * Stores received bytes first and their row second, so that no row lacks its bytes. A file without a scan result waits.
 * A photo that is sent again with its nonce returns the stored file. Throws 108 above a budget, 109 for a bad nonce,
 * 114 (also for an infected file), 115 and 120; then nothing is stored and the nonce stays valid.
 */
export async function storeReceived(
  services: FileServices,
  candidateId: string,
  received: ReceivedFile,
  labels: FileLabels,
): Promise<UploadedFile> {
  try {
    const photo = await findPhotoSentBefore(services, candidateId, received, labels);
    if (photo) return toUploadedFile(photo);
    assertAccepted(received, labels.category);
    const [scan] = await Promise.all([
      labels.isServerMade ? undefined : scanNow(services, received.path),
      assertReadable(services, candidateId, received),
    ]);
    if (scan === "infected") throw toFaultError("virus");
    const id = newId();
    await services.ports.storage.put(id, received);
    return await addRow(services, candidateId, id, { ...received, ...labels, ...(scan && { scan }) });
  } finally {
    await discard(received.path);
  }
}

/**
 * Turns a finished upload or a checked document into a file, and returns the same file when repeated. The upload keeps
 * its bytes until the file's row is committed, so a failed claim can be repeated. Throws 104, 106 for an incomplete
 * upload, 109 for a bad nonce, 113–115, 114 for a fault or virus, and 120.
 */
export async function claimUpload(
  services: FileServices,
  candidateId: string,
  uploadId: string,
  labels: Omit<FileLabels, "fileName">,
): Promise<UploadedFile> {
  const own = await findFile(services, candidateId, uploadId);
  if (own) return toUploadedFile(own);
  const row = await getUpload(services, candidateId, uploadId);
  if (row.report?.fault) throw toFaultError(row.report.fault);
  const received = await readUpload(services, row);
  const photo = await findPhotoSentBefore(services, candidateId, received, labels);
  if (photo) return toUploadedFile(photo);
  assertAccepted(received, labels.category);
  const [scan] = await Promise.all([
    row.scan === "clean" ? row.scan : scanNow(services, received.path),
    row.report ?? assertReadable(services, candidateId, received),
  ]);
  if (scan === "infected") {
    await saveReport(services.db, uploadId, received, { finding: infectedFinding, scan });
    throw toFaultError("virus");
  }
  await services.ports.storage.put(uploadId, received);
  const facts = { ...received, ...labels, fileName: row.fileName, ...(scan && { scan }) };
  const stored = await addRow(services, candidateId, uploadId, facts, (tx) => markClaimed(tx, uploadId));
  afterCommit(
    () =>
      void discardUpload(received.path).catch((error: unknown) =>
        services.log.warn(describeError(error), "an upload that became a file is still there"),
      ),
  );
  return stored;
}

/** Returns the photo that was stored with this nonce, after a lost response. Throws 109 for a bad nonce. */
async function findPhotoSentBefore(
  { db }: FileServices,
  candidateId: string,
  { sha256 }: ReceivedFile,
  { photoNonce }: Pick<FileLabels, "photoNonce">,
): Promise<typeof files.$inferSelect | undefined> {
  return photoNonce === undefined ? undefined : findPhotoByNonce(db, candidateId, photoNonce, sha256);
}

/** Throws 104 when another request claimed it, or it was swept. */
async function markClaimed(tx: Queryable, uploadId: string): Promise<void> {
  const marked = await tx
    .update(uploads)
    .set({ state: "claimed" })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "finished")))
    .returning({ id: uploads.id });
  if (marked.length === 0) throw notFound("upload");
}

/**
 * Returns the candidate's finished upload. An upload with all its bytes is finished, even if its row does not show it
 * yet. Throws 104, and 106 for an incomplete upload.
 */
export async function getUpload(
  { db, settings }: Pick<FileServices, "db" | "settings">,
  candidateId: string,
  uploadId: string,
): Promise<typeof uploads.$inferSelect> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, uploadId), eq(uploads.candidateId, candidateId)));
  if (!row || row.state === "claimed") throw notFound("upload");
  if (row.state !== "receiving") return row;
  const arrived = await stat(toUploadFolders(settings.dataDir).upload(uploadId)).catch(() => undefined);
  if (row.sizeBytes === null || arrived?.size !== row.sizeBytes)
    throw invalidField("/uploadId", "finished", "upload-incomplete");
  await db
    .update(uploads)
    .set({ state: "finished" })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "receiving")));
  return { ...row, state: "finished" };
}

/** Reads type, size and hash of a finished upload. Throws 114. */
export async function readUpload(
  { settings }: Pick<FileServices, "settings">,
  { id, sha256 }: typeof uploads.$inferSelect,
): Promise<ReceivedFile> {
  const path = toUploadFolders(settings.dataDir).upload(id);
  const contentType = await readContentType(path);
  const { size } = await stat(path);
  return { path, contentType, sizeBytes: size, sha256: sha256 ?? (await hashFile(path)) };
}

/**
 * Keeps checked bytes until they are claimed, so that they are sent once. Returns the upload's id. Discards an infected
 * file. Throws 108 when the candidate's other uploads leave no room.
 */
export async function keepUpload(
  services: FileServices,
  candidateId: string,
  received: ReceivedFile,
  fileName: string,
  { finding, scan }: CheckedUpload,
): Promise<string> {
  const id = newId();
  const path = toUploadFolders(services.settings.dataDir).upload(id);
  if (scan === "infected") await discard(received.path);
  else await moveAndSync(received.path, path);
  try {
    await addUpload(services, {
      id,
      candidateId,
      fileName,
      state: "finished",
      contentType: received.contentType,
      sizeBytes: received.sizeBytes,
      sha256: received.sha256,
      report: finding,
      scan: scan ?? null,
    });
  } catch (error) {
    // After another error the row may exist. If it does not, the sweep removes the bytes.
    if (error instanceof WalletError) await discard(path);
    throw error;
  }
  return id;
}

/** Returns the candidate's file. Another candidate's file is undefined. */
export async function findFile(
  services: Pick<FileServices, "db">,
  candidateId: string,
  id: string,
): Promise<typeof files.$inferSelect | undefined> {
  const [row] = await services.db
    .select()
    .from(files)
    .where(and(eq(files.id, id), eq(files.candidateId, candidateId)));
  return row;
}

/** Rejects unreadable, encrypted and dangerous files before they are stored. Throws 114. */
async function assertReadable(services: FileServices, candidateId: string, received: ReceivedFile): Promise<void> {
  await consumeInspection(services, candidateId);
  const { ocrCacheDir } = services.settings;
  const { fault } = await inspectCached(ocrCacheDir, received, { assessQuality: false }, candidateId);
  if (fault !== undefined) throw toFaultError(fault);
}

/** Returns 415 (code 114) with the fault's message. */
function toFaultError(fault: FileFault): WalletError {
  return new WalletError("fileType", withReason(faultReasons[fault]));
}

async function addRow(
  { db, settings }: FileServices,
  candidateId: string,
  id: string,
  {
    sizeBytes,
    sha256,
    contentType,
    fileName,
    category,
    folder,
    photoNonce,
    scan,
  }: ReceivedFile & FileLabels & { scan?: ScanState },
  claim?: (tx: Queryable) => Promise<void>,
): Promise<UploadedFile> {
  return transact(db, async (tx) => {
    if (claim) await claim(tx);
    else {
      // An upload counts already.
      await lockStoredBytes(tx, candidateId);
      await assertRoom(tx, settings.budgets, candidateId, sizeBytes);
    }
    const [row] = await tx
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
        scan: scan ?? null,
        createdAt: sql`app_now()`,
      })
      .returning();
    if (photoNonce !== undefined) await spendPhotoNonce(tx, candidateId, photoNonce, id);
    return toUploadedFile(row!);
  });
}

/** A file on the wire, for its owner. */
export function toUploadedFile({
  id,
  fileName,
  sizeBytes,
  contentType,
  scan,
}: typeof files.$inferSelect): UploadedFile {
  return { fileUrl: toFileUrl(id), fileName, sizeBytes, type: contentType, ...(scan && { scan }) };
}
