import { and, eq } from "drizzle-orm";
import type { DetectionReport } from "#engine/api/files.ts";
import type { Queryable } from "../store/database.ts";
import { uploads } from "../store/tables/files.ts";
import type { ReceivedFile } from "./receive.ts";

/** Keeps the report of an upload: when it is claimed, the file is not looked into again. */
export async function saveReport(db: Queryable, uploadId: string, { contentType, sizeBytes, sha256 }: ReceivedFile, report: DetectionReport): Promise<void> {
  await db.update(uploads).set({ report, contentType, sizeBytes, sha256 }).where(and(eq(uploads.id, uploadId), eq(uploads.state, "finished")));
}
