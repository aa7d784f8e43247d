import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Queryable } from "#server/platform/store/database.ts";
import { uploads } from "#server/platform/store/tables/files.ts";
import type { Finding } from "../detection/detect.ts";
import type { ReceivedFile } from "../uploads/receive.ts";

/** Keeps the report of an upload: when it is claimed, the file is not looked into again. */
export async function saveReport(
  db: Queryable,
  uploadId: string,
  { contentType, sizeBytes, sha256 }: ReceivedFile,
  finding: Finding,
): Promise<void> {
  await db
    .update(uploads)
    .set({ report: finding, contentType, sizeBytes, sha256 })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "finished")));
}

/** Adds what was read of a picture afterwards, as long as nobody has claimed it. */
export async function saveReading(db: Queryable, uploadId: string, read: NonNullable<Finding["read"]>): Promise<void> {
  await db
    .update(uploads)
    .set({ report: sql`${uploads.report} || ${JSON.stringify({ read })}::jsonb` })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "finished"), isNotNull(uploads.report)));
}
