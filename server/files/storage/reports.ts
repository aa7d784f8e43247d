import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { PaperReading } from "#engine/api/files.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { uploads, type ScanState } from "#server/platform/store/tables/files.ts";
import type { Finding } from "../detection/detect.ts";
import { discardUpload } from "./places.ts";
import type { ReceivedFile } from "../uploads/receive.ts";

/** A paper that was looked into: what was found, and what the scanner said. */
export interface Looked {
  finding: Finding;
  scan?: ScanState;
}

/** Keeps the report of an upload: when it is claimed, the file is not looked into again. Of an infected one the bytes go. */
export async function saveReport(
  db: Queryable,
  uploadId: string,
  { path, contentType, sizeBytes, sha256 }: ReceivedFile,
  { finding, scan }: Looked,
): Promise<void> {
  await db
    .update(uploads)
    .set({ report: finding, contentType, sizeBytes, sha256, ...(scan && { scan }) })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "finished")));
  if (scan === "infected") await discardUpload(path);
}

/** Adds what was read of a paper afterwards, also when it has been claimed meanwhile. */
export async function saveReading(
  db: Queryable,
  uploadId: string,
  found: Required<Pick<Finding, "reading">> & Pick<Finding, "read">,
): Promise<void> {
  await db
    .update(uploads)
    .set({ report: sql`${uploads.report} || ${JSON.stringify(found)}::jsonb` })
    .where(and(eq(uploads.id, uploadId), isNotNull(uploads.report)));
}

/** The reading of a paper that is read by nobody, or was forgotten. */
export const nobodyReads: PaperReading = { state: "none", lines: [], whole: false };

/** What was read of the candidate's own paper, by the id of its upload, which the file keeps; undefined where there is no such upload any more. */
export async function findReading(db: Queryable, candidateId: string, id: string): Promise<PaperReading | undefined> {
  const [row] = await db
    .select({ report: uploads.report })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.candidateId, candidateId)));
  return row && (row.report?.reading ?? nobodyReads);
}
