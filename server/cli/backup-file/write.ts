import { open, readdir, rename, rm, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { toUploadFolders } from "#server/files/storage/upload-folders.ts";
import { inTransaction, type Database, type Queryable } from "#server/platform/store/database.ts";
import type { StoragePort } from "#server/ports/storage.ts";
import { listMonths, listTables, readMigrations, readRows } from "./tables.ts";
import { tarEnd, toHeader, toPadding } from "./tar.ts";

/** The stores of an installation. */
export interface Installation {
  db: Database;
  storage: StoragePort;
  dataDir: string;
}

export interface BackupCounts {
  rows: number;
  files: number;
  /** Files with a row but without bytes: removed while the backup was made. */
  missing: string[];
}

/** Names of the first entry of an archive, and of the last, which completes it. */
export const headName = "sanad-backup.json";
export const endName = "end.json";

/** Writes a consistent backup into one private file. The server may run meanwhile. */
export async function writeBackup(from: Installation, file: string): Promise<BackupCounts> {
  const part = `${file}.part`;
  const counted: BackupCounts = { rows: 0, files: 0, missing: [] };
  const handle = await open(part, "w", 0o600);
  try {
    await inTransaction(
      from.db,
      (tx) =>
        pipeline(Readable.from(listParts(from, tx, counted)), createGzip(), async (bytes: AsyncIterable<Buffer>) => {
          for await (const some of bytes) await handle.writeFile(some);
        }),
      "isolation level repeatable read read only",
    );
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(part, { force: true });
    throw error;
  }
  await handle.close();
  await rename(part, file);
  return counted;
}

async function* listParts(from: Installation, tx: Queryable, counted: BackupCounts): AsyncGenerator<Buffer> {
  const at = new Date();
  const entry = function* (name: string, bytes: Buffer) {
    yield toHeader(name, bytes.length, at);
    yield bytes;
    yield toPadding(bytes.length);
  };
  const toText = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);
  // The first statement takes the snapshot.
  const tables = await listTables(tx);
  const [migrations, months] = [await readMigrations(tx), await listMonths(tx)];
  yield* entry(headName, toText({ format: 1, madeAt: at.toISOString(), migrations, months, tables }));
  for (const table of tables) {
    let piece = 0;
    for await (const { text, count } of readRows(tx, table)) {
      yield* entry(`tables/${table}/${String(++piece).padStart(6, "0")}.ndjson`, Buffer.from(text));
      counted.rows += count;
    }
  }
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from files where scan is distinct from 'infected' order by id`,
  );
  for (const { id } of rows) {
    const stored = await from.storage.open(id);
    if (!stored) {
      counted.missing.push(id);
      continue;
    }
    yield toHeader(`files/${id}`, stored.sizeBytes, at);
    for await (const bytes of stored.bytes) yield bytes as Buffer;
    yield toPadding(stored.sizeBytes);
    counted.files += 1;
  }
  yield* listUploads(from.dataDir, at);
  yield* entry(endName, toText({ rows: counted.rows, files: counted.files }));
  yield tarEnd;
}

/** Uploads under way and unclaimed uploads are stored by the server that received them. */
async function* listUploads(dataDir: string, at: Date): AsyncGenerator<Buffer> {
  const folder = toUploadFolders(dataDir).folders.uploads;
  const names = await readdir(folder).catch(() => []); // nothing was ever uploaded here
  for (const name of names.sort()) {
    const handle = await openIfExists(path.join(folder, name));
    if (!handle) continue;
    try {
      const { size } = await handle.stat();
      yield toHeader(`uploads/${name}`, size, at);
      yield* readExactly(handle, size);
      yield toPadding(size);
    } finally {
      await handle.close();
    }
  }
}

/** Undefined when it was claimed or given up meanwhile. */
async function openIfExists(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Exactly `sizeBytes`, as the header states: the file may grow or shrink meanwhile. */
async function* readExactly(handle: FileHandle, sizeBytes: number): AsyncGenerator<Buffer> {
  let left = sizeBytes;
  if (left > 0)
    for await (const bytes of handle.createReadStream({ end: sizeBytes - 1, autoClose: false })) {
      left -= (bytes as Buffer).length;
      yield bytes as Buffer;
    }
  yield Buffer.alloc(left);
}
