import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import type { Queryable } from "#server/platform/store/database.ts";
import type { StoragePort } from "#server/ports/storage.ts";

export interface FilesReport {
  files: number;
  /** A sentence for each file whose bytes changed or are gone. */
  faults: string[];
  /** Stored files without a row. The server deletes them, so they are no fault. */
  unknown: string[];
}

interface FileRow extends Record<string, unknown> {
  id: string;
  sha256: string;
  candidate_id: string;
}

const batch = 500;
const maxFaults = 20;

/** Reads every stored file, and compares it with the SHA-256 in its row. The ledger covers those of submissions. */
export async function checkFiles(db: Queryable, storage: StoragePort): Promise<FilesReport> {
  const report: FilesReport = { files: 0, faults: [], unknown: [] };
  for (let after = ""; report.faults.length < maxFaults;) {
    const { rows } = await db.execute<FileRow>(sql`
      select id, sha256, candidate_id from files where id > ${after} and scan is distinct from 'infected' order by id limit ${batch}`);
    for (const row of rows) {
      const sha256 = await hashStored(storage, row.id);
      report.files += 1;
      if (sha256 !== row.sha256 && (await isStillStored(db, row.id)))
        report.faults.push(await describe(db, row, sha256 === undefined ? "is gone from" : "was changed in"));
    }
    if (rows.length < batch) break;
    after = rows.at(-1)!.id;
  }
  for await (const page of storage.list()) {
    const ids = page.map(({ id }) => id);
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from unnest(${sql.param(ids)}::text[]) as id where not exists (select 1 from files f where f.id = id.id)`,
    );
    report.unknown.push(...rows.map(({ id }) => id).slice(0, maxFaults - report.unknown.length));
  }
  return report;
}

/** The SHA-256 in hex; undefined without bytes. */
async function hashStored(storage: StoragePort, id: string): Promise<string | undefined> {
  const stored = await storage.open(id);
  if (!stored) return undefined;
  const hash = createHash("sha256");
  await pipeline(stored.bytes, hash);
  return hash.digest("hex");
}

/** A scanner may have found the file infected while it was read. */
async function isStillStored(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from files where id = ${id} and scan is distinct from 'infected'`);
  return rows.length > 0;
}

async function describe(db: Queryable, { id, candidate_id: candidateId }: FileRow, change: string): Promise<string> {
  const { rows } = await db.execute<{ transaction_id: string; sub_type: string; verification_name: string }>(sql`
    select s.transaction_id, s.sub_type, s.verification_name from submissions s join transactions t on t.id = s.transaction_id
    where t.candidate_id = ${candidateId} and ${id} in (select list_file_ids(s.data))`);
  const places = rows.map(
    ({ transaction_id: transaction, sub_type: subType, verification_name: verification }) =>
      `transaction ${transaction}, verification ${verification}: file ${id} of submission ${subType} ${change} the storage`,
  );
  return places.length > 0 ? places.join("\n") : `candidate ${candidateId}: file ${id} ${change} the storage`;
}
