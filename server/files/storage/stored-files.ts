import { stat } from "node:fs/promises";
import { and, eq, sql } from "drizzle-orm";
import type { UploadedFile } from "#engine/api/files.ts";
import { notFound, refuseField, says, WalletError } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { afterCommit } from "#server/platform/attempt.ts";
import { describeError } from "#server/platform/log.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { moveDurably } from "#server/platform/durably.ts";
import { files, uploads, type ScanState } from "#server/platform/store/tables/files.ts";
import { faultReasons, type Refusal } from "../detection/fault-reasons.ts";
import { inspectOnce } from "../detection/inspector.ts";
import type { FileServices } from "../file-services.ts";
import { infectedFinding, scanNow } from "../scanning/scan-now.ts";
import { toFileUrl } from "./file-url.ts";
import { discard, discardUpload, filePlaces } from "./places.ts";
import { saveReport, type Looked } from "./reports.ts";
import { findPhotoOf, spendPhotoNonce } from "../uploads/photo-nonce.ts";
import { addUpload } from "../uploads/unclaimed.ts";
import { assertTaken, hashFile, readContentType, type ReceivedFile } from "../uploads/receive.ts";

/** Where a file belongs, as the client names it; never part of a path. */
export interface FileLabels {
  fileName: string;
  category?: string;
  folder?: string;
  /** It was taken now, for which it was given this. */
  photoNonce?: string;
  /** The server has made it itself: there is nothing to scan. */
  isOurs?: true;
}

/**
 * Stores bytes that have just arrived: bytes first, then the row, so that no row is without bytes. What the scanner has
 * not judged yet is stored and waits. A photo that comes again with its nonce is the one that was stored. Throws 109 for a
 * nonce that is not good, 114, also for an infected file, 115, 120; then nothing stays behind, and the nonce is not spent.
 */
export async function storeReceived(
  services: FileServices,
  candidateId: string,
  received: ReceivedFile,
  labels: FileLabels,
): Promise<UploadedFile> {
  try {
    const sent = await findSent(services, candidateId, received, labels);
    if (sent) return toUploadedFile(sent);
    assertTaken(received, labels.category);
    const [scan] = await Promise.all([
      labels.isOurs ? undefined : scanNow(services, received.path),
      assertReadable(services, received),
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
 * Makes a file of a finished upload or a checked document; again gives the same file. The upload keeps its bytes until the
 * file has its row: whatever breaks off before, it may be claimed again. Throws 104, 106 while it is still growing, 109 for a
 * nonce that is not good, 113–115, 114 for what the check refused or the scanner found, and 120.
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
  const sent = await findSent(services, candidateId, received, labels);
  if (sent) return toUploadedFile(sent);
  assertTaken(received, labels.category);
  const [scan] = await Promise.all([
    row.scan === "clean" ? row.scan : scanNow(services, received.path),
    row.report ?? assertReadable(services, received),
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

/** A photo that was stored with the same nonce before: its answer was lost. Throws 109 for a nonce that is not good. */
async function findSent(
  { db }: FileServices,
  candidateId: string,
  { sha256 }: ReceivedFile,
  { photoNonce }: Pick<FileLabels, "photoNonce">,
): Promise<typeof files.$inferSelect | undefined> {
  return photoNonce === undefined ? undefined : findPhotoOf(db, candidateId, photoNonce, sha256);
}

/** Throws 104 where somebody else was faster, or it was swept. */
async function markClaimed(tx: Queryable, uploadId: string): Promise<void> {
  const marked = await tx
    .update(uploads)
    .set({ state: "claimed" })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "finished")))
    .returning({ id: uploads.id });
  if (marked.length === 0) throw notFound("upload");
}

/**
 * A finished upload of the candidate; one that has all its bytes is, also where nobody came to write that down. Throws 104,
 * and 106 while it is still growing.
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
  if (row.state !== "growing") return row;
  const arrived = await stat(filePlaces(settings.dataDir).upload(uploadId)).catch(() => undefined);
  if (row.sizeBytes === null || arrived?.size !== row.sizeBytes)
    throw refuseField("/uploadId", "finished", "upload-growing");
  await db
    .update(uploads)
    .set({ state: "finished" })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "growing")));
  return { ...row, state: "finished" };
}

/** What the bytes of a finished upload are. Throws 114. */
export async function readUpload(
  { settings }: Pick<FileServices, "settings">,
  { id, sha256 }: typeof uploads.$inferSelect,
): Promise<ReceivedFile> {
  const path = filePlaces(settings.dataDir).upload(id);
  const contentType = await readContentType(path);
  const { size } = await stat(path);
  return { path, contentType, sizeBytes: size, sha256: sha256 ?? (await hashFile(path)) };
}

/**
 * Keeps checked bytes until they are accepted, so that they travel once; → their id. Those of an infected file are not kept,
 * nor those for which the candidate's other uploads leave no room: throws 108.
 */
export async function keepChecked(
  services: FileServices,
  candidateId: string,
  received: ReceivedFile,
  fileName: string,
  { finding, scan }: Looked,
): Promise<string> {
  const id = newId();
  const path = filePlaces(services.settings.dataDir).upload(id);
  if (scan === "infected") await discard(received.path);
  else await moveDurably(received.path, path);
  try {
    await addUpload(services.db, {
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
    // What broke off may have been written all the same; it is swept if not.
    if (error instanceof WalletError) await discard(path);
    throw error;
  }
  return id;
}

/** The candidate's file; a stranger's reads as none. */
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

/** Papers that cannot be read, are encrypted or act are refused before they are stored: nobody could verify them. Throws 114. */
async function assertReadable({ settings }: FileServices, received: ReceivedFile): Promise<void> {
  const { fault } = await inspectOnce(settings.readingsDir, received, { look: false });
  if (fault !== undefined) throw toFaultError(fault);
}

/** 415 (code 114) with what is wrong with the file. */
function toFaultError(fault: Refusal): WalletError {
  return new WalletError("fileType", says(faultReasons[fault]));
}

async function addRow(
  { db }: FileServices,
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
    await claim?.(tx);
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

/** A file as its owner sees it. */
export function toUploadedFile({
  id,
  fileName,
  sizeBytes,
  contentType,
  scan,
}: typeof files.$inferSelect): UploadedFile {
  return { fileUrl: toFileUrl(id), fileName, sizeBytes, type: contentType, ...(scan && { scan }) };
}
