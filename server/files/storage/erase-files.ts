import { sql } from "drizzle-orm";
import type { FileServices } from "../file-services.ts";
import { discardUpload, toUploadFolders } from "./upload-folders.ts";

const batch = 50;

/**
 * Removes a candidate's files: first the bytes, then the row, so that no bytes stay without a row that names them. What
 * was not claimed yet is on the disk of one server; the others remove theirs with the next sweep.
 */
export async function eraseFiles(
  { db, ports, settings }: Pick<FileServices, "db" | "ports" | "settings">,
  candidateId: string,
): Promise<void> {
  const own = sql`candidate_id = ${candidateId}`;
  await db.execute(sql`delete from photo_nonces where ${own}`);
  for (;;) {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from files where ${own} order by id limit ${batch}`,
    );
    if (rows.length === 0) break;
    for (const { id } of rows) {
      await ports.storage.remove(id);
      await db.execute(sql`delete from files where id = ${id} and ${own}`);
    }
  }
  const { rows } = await db.execute<{ id: string }>(sql`delete from uploads where ${own} returning id`);
  const folders = toUploadFolders(settings.dataDir);
  for (const { id } of rows) await discardUpload(folders.upload(id));
}
