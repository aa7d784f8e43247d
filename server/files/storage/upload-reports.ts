import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { DocumentReading } from "#engine/contract/files.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { uploads, type ScanState } from "#server/platform/store/tables/files.ts";
import type { Finding } from "../detection/detect.ts";
import { discardUpload } from "./upload-folders.ts";
import type { ReceivedFile } from "../uploads/receive.ts";

/** A checked document: its finding and its scan result. */
export interface CheckedUpload {
  finding: Finding;
  scan?: ScanState;
}

/** Stores the report of an upload, so that a claim does not inspect it again. Removes the bytes of an infected file. */
export async function saveReport(
  db: Queryable,
  uploadId: string,
  { path, contentType, sizeBytes, sha256 }: ReceivedFile,
  { finding, scan }: CheckedUpload,
): Promise<void> {
  await db
    .update(uploads)
    .set({ report: finding, contentType, sizeBytes, sha256, ...(scan && { scan }) })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "finished")));
  if (scan === "infected") await discardUpload(path);
}

/** Adds the text of a document after OCR, even when the upload was claimed meanwhile. */
export async function saveText(
  db: Queryable,
  uploadId: string,
  found: Required<Pick<Finding, "reading">> & Pick<Finding, "read">,
): Promise<void> {
  await db
    .update(uploads)
    .set({ report: sql`${uploads.report} || ${JSON.stringify(found)}::jsonb` })
    .where(and(eq(uploads.id, uploadId), isNotNull(uploads.report)));
}

/** The reading of a document without text, or of one that is deleted. */
export const noText: DocumentReading = { state: "none", lines: [], whole: false };

/**
 * Returns the text of the candidate's document by the id of its upload, which is also the file's id. Returns undefined
 * without such an upload.
 */
export async function findDocumentText(
  db: Queryable,
  candidateId: string,
  id: string,
): Promise<DocumentReading | undefined> {
  const [row] = await db
    .select({ report: uploads.report })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.candidateId, candidateId)));
  return row && (row.report?.reading ?? noText);
}
