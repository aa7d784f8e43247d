import { and, eq } from "drizzle-orm";
import type { Queryable } from "#server/platform/store/database.ts";
import { uploads } from "#server/platform/store/tables/files.ts";
import type { Finding } from "../detection/detect.ts";
import type { Fault } from "../detection/inspection.ts";
import type { ReceivedFile } from "../uploads/receive.ts";

/** What of a finding is kept: whether the file may be claimed, and why not. */
export function toStoredReport({ state, fault }: Finding): { state: Finding["state"]; fault?: Fault } {
  return { state, ...(fault && { fault }) };
}

/** Keeps the report of an upload: when it is claimed, the file is not looked into again. */
export async function saveReport(
  db: Queryable,
  uploadId: string,
  { contentType, sizeBytes, sha256 }: ReceivedFile,
  finding: Finding,
): Promise<void> {
  await db
    .update(uploads)
    .set({ report: toStoredReport(finding), contentType, sizeBytes, sha256 })
    .where(and(eq(uploads.id, uploadId), eq(uploads.state, "finished")));
}
