import { inArray, sql } from "drizzle-orm";
import type { CaseDocument } from "#engine/core/scope/shapes/cases.ts";
import { listLeafValues } from "#engine/core/base/json-pointer.ts";
import { notFound } from "#server/errors.ts";
import { findFileId } from "#server/files/storage/file-access.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { files } from "#server/platform/store/tables/files.ts";
import type { CaseKeys } from "./queue.ts";

/** An address of a document works for five minutes, for one holder. */
const addressSeconds = 300;

/**
 * The documents in all versions of an answer (the oldest first), each place once, those of the newest version first.
 */
export async function listCaseDocuments(
  db: Queryable,
  versions: readonly Record<string, unknown>[],
  toLabel: (pointer: string) => string,
): Promise<CaseDocument[]> {
  const places = new Map<string, { fileId: string; at: string; version: number }>();
  versions.forEach((data, index) => {
    for (const { pointer, value } of listLeafValues(data)) {
      const fileId = findFileId(value);
      if (fileId !== undefined) places.set(`${fileId} ${pointer}`, { fileId, at: pointer, version: index + 1 });
    }
  });
  if (places.size === 0) return [];
  const rows = await db
    .select({
      fileId: files.id,
      fileName: files.fileName,
      type: files.contentType,
      sizeBytes: files.sizeBytes,
      scan: files.scan,
    })
    .from(files)
    .where(inArray(files.id, [...new Set([...places.values()].map(({ fileId }) => fileId))]));
  const known = new Map(rows.map((row) => [row.fileId, row]));
  return [...places.values()]
    .flatMap(({ fileId, at, version }) => {
      const row = known.get(fileId);
      if (!row) return [];
      const { scan, ...file } = row;
      return [{ ...file, at, label: toLabel(at), version, ...(scan && { scan }) }];
    })
    .sort((a, b) => b.version - a.version);
}

/** The owner of a document of the case, in its answer or an earlier version. Throws 404 (104). */
export async function findDocumentOwner(
  db: Queryable,
  keys: CaseKeys,
  fileId: string,
): Promise<{ candidateId: string }> {
  const { orgId, txnId, subType } = keys;
  const { rows } = await db.execute<{ candidate_id: string }>(sql`
    select t.candidate_id from cases c join transactions t on t.id = c.transaction_id
    where c.transaction_id = ${txnId} and c.sub_type = ${subType} and c.org_id = ${orgId}
      and ${fileId} in (
        select list_file_ids(s.data) from submissions s where s.transaction_id = ${txnId} and s.sub_type = ${subType}
        union select list_file_ids(v.data) from submission_versions v
          where v.transaction_id = ${txnId} and v.sub_type = ${subType})`);
  if (!rows[0]) throw notFound("file");
  return { candidateId: rows[0].candidate_id };
}

/** What an address opens. */
interface AddressedDocument {
  candidateId: string;
  fileId: string;
}

/** For whom an address works: a session in one organisation, or a system. */
interface AddressScope {
  holder: string;
  now: Date;
}

/** The last part of a document's address, signed for one holder. */
export function toAddress(
  secrets: Secrets,
  document: AddressedDocument,
  { holder, now }: AddressScope,
): { address: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + addressSeconds * 1000);
  const plain = [document.fileId, document.candidateId, Math.floor(expiresAt.getTime() / 1000)].join(".");
  const signature = secrets.hmac("staff-document", `${plain} ${holder}`);
  return { address: `${plain}.${signature}`, expiresAt };
}

/** Reads an address. Throws 404 (104) when it has expired, or was made for another holder. */
export function readAddress(secrets: Secrets, address: string, { holder, now }: AddressScope): AddressedDocument {
  const [fileId = "", candidateId = "", seconds = "", signature = ""] = address.split(".");
  const signed = `${[fileId, candidateId, seconds].join(".")} ${holder}`;
  const isSigned = secrets.findKeyId("staff-document", signed, signature) !== undefined;
  if (!isSigned || Number(seconds) * 1000 <= now.getTime()) throw notFound("file");
  return { fileId, candidateId };
}
