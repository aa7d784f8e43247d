import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { discard, toUploadFolders, makeUploadFolders } from "#server/files/storage/upload-folders.ts";
import { inTransaction, type Queryable } from "#server/platform/store/database.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { clearTables, endTables, listTables, makeMonths, readMigrations, writeRows } from "./tables.ts";
import type { Entry } from "./tar.ts";
import { CannotRestore, endName, headName, type VerifiedBackup } from "./verify.ts";
import type { BackupCounts, Installation } from "./write.ts";

/**
 * Restores a verified backup into an empty installation of the same release. The database gets everything or nothing;
 * files without a row are swept later. Throws CannotRestore.
 */
export async function readBackup(into: Installation, backup: VerifiedBackup): Promise<Omit<BackupCounts, "missing">> {
  const counted = { rows: 0, files: 0 };
  await makeUploadFolders(toUploadFolders(into.dataDir));
  await inTransaction(into.db, async (tx) => {
    await assertEmpty(tx);
    const tables = await listTables(tx);
    let isComplete = false;
    for await (const entry of backup.entries()) {
      const [kind = "", name = ""] = entry.name.split("/");
      if (entry.name === headName) await prepareTables(tx, tables, JSON.parse(await readText(entry)) as Head);
      else if (kind === "tables" && tables.includes(name))
        counted.rows += await writeRows(tx, name, await readText(entry));
      else if (kind === "files" && isName(name)) {
        await storeFile(into, name, entry);
        counted.files += 1;
      } else if (kind === "uploads" && isName(name)) await writeTo(path.join(into.dataDir, "uploads", name), entry);
      else if (entry.name === endName)
        isComplete = isSame(JSON.parse(await readText(entry)) as typeof counted, counted);
      else throw new CannotRestore(`The backup has an entry that this release does not know: ${entry.name}.`);
    }
    if (!isComplete) throw new CannotRestore("The backup is incomplete.");
    await endTables(tx, tables);
    const { faults } = await checkLedger(tx);
    if (faults.length > 0) throw new CannotRestore(`The ledger in the backup was rewritten: ${faults[0]}.`);
  });
  return counted;
}

interface Head {
  format: number;
  migrations: string[];
  months: string[];
}

/** The first entry comes before all others: checks the release and makes the months of the ledgers. */
async function prepareTables(tx: Queryable, tables: readonly string[], head: Head): Promise<void> {
  await assertFits(tx, head);
  await makeMonths(tx, head.months);
  await clearTables(tx, tables);
}

async function assertEmpty(tx: Queryable): Promise<void> {
  const { rows } = await tx.execute<{ used: boolean }>(sql`select exists (select 1 from candidates) as used`);
  if (rows[0]?.used)
    throw new CannotRestore("The database is not empty: it has candidates. Restore into an empty one.");
}

async function assertFits(tx: Queryable, { format, migrations }: Head): Promise<void> {
  const own = await readMigrations(tx);
  if (![1, 2].includes(format) || migrations.join() !== own.join())
    throw new CannotRestore(
      "The backup is from another release: restore it with that release, then start the newer one.",
    );
}

const isName = (name: string) => /^[\w.-]+$/.test(name) && !name.startsWith(".");
const isSame = (expected: { rows: number; files: number }, found: { rows: number; files: number }) =>
  expected.rows === found.rows && expected.files === found.files;

async function readText({ bytes }: Entry): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

async function storeFile({ storage, dataDir }: Installation, id: string, entry: Entry): Promise<void> {
  const place = toUploadFolders(dataDir).incoming();
  const sha256 = await writeTo(place, entry);
  await storage.put(id, { path: place, sizeBytes: entry.sizeBytes, sha256 });
  await discard(place);
}

/** Returns the SHA-256 of the written bytes in hex. */
async function writeTo(file: string, { bytes }: Entry): Promise<string> {
  const hash = createHash("sha256");
  const handle = await open(file, "w", 0o600);
  try {
    for await (const part of bytes) {
      hash.update(part);
      await handle.writeFile(part);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest("hex");
}
