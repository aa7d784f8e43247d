import { sql } from "drizzle-orm";
import type { ChatMessage } from "#engine/core/scope/shapes/profile.ts";
import { notFound, WalletError, withReason } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import type { ScanState } from "#server/platform/store/tables/files.ts";

/** The file of a message `m`, with the virus scan of its file `f`. */
export interface FileColumns extends Record<string, unknown> {
  file_id: string | null;
  file_name: string | null;
  scan: ScanState | null;
}
export const fileColumns = sql`m.file_id, m.file_name, f.scan`;
export const joinFile = sql`left join files f on f.id = m.file_id`;

/** The file of a message for the wire; nothing for a text. A file that is gone had a virus. */
export function toFile({ file_id: fileId, file_name: fileName, scan }: FileColumns): Pick<ChatMessage, "file"> {
  if (fileName === null) return {};
  const state = fileId === null ? "infected" : scan;
  return {
    file: {
      fileName,
      ...(fileId !== null && { fileId }),
      ...((state === "waiting" || state === "infected") && { scan: state }),
    },
  };
}

/** A file of the candidate that may be sent. Throws 404 for another one, 114 for one with a virus. */
export async function findSendableFile(
  db: Queryable,
  candidateId: string,
  fileId: string,
): Promise<{ id: string; fileName: string; scan: ScanState | null }> {
  const { rows } = await db.execute<{ file_name: string; scan: ScanState | null }>(
    sql`select file_name, scan from files where id = ${fileId} and candidate_id = ${candidateId}`,
  );
  if (!rows[0]) throw notFound("file");
  if (rows[0].scan === "infected") throw new WalletError("fileType", withReason("file-virus"));
  return { id: fileId, fileName: rows[0].file_name, scan: rows[0].scan };
}

/** Throws 404 unless the file was sent in this conversation. */
export async function assertChatFile(
  db: Queryable,
  { candidateId, orgId }: { candidateId: string; orgId: string },
  fileId: string,
): Promise<void> {
  const { rows } = await db.execute(sql`
    select from chat_messages where candidate_id = ${candidateId} and org_id = ${orgId} and file_id = ${fileId} limit 1`);
  if (rows.length === 0) throw notFound("file");
}
