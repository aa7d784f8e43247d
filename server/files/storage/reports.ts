import { and, eq, isNotNull, sql } from "drizzle-orm";
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

/** Adds what was read of a picture afterwards, as long as nobody has claimed it. */
export async function saveReading(db: Queryable, uploadId: string, read: NonNullable<Finding["read"]>): Promise<void> {
  await db
    .update(uploads)
    .set({ report: sql`${uploads.report} || ${JSON.stringify({ read })}::jsonb` })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "finished"), isNotNull(uploads.report)));
}
