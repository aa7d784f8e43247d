import { createReadStream } from "node:fs";
import { open, readdir, rename, rm, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { toUploadFolders } from "#server/files/storage/upload-folders.ts";
import { inTransaction, type Database, type Queryable } from "#server/platform/store/database.ts";
import type { StoragePort } from "#server/ports/storage.ts";
import { startMac, type Mac, type MacKey } from "./mac.ts";
import { HashedBytes, LineFile, toLine } from "./manifest.ts";
import { listMonths, listTables, readMigrations, readRows } from "./tables.ts";
import { tarEnd, toHeader, toPadding, type Entry } from "./tar.ts";
import { endName, headName, macName, manifestName } from "./verify.ts";

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

/**
 * Writes a consistent backup into one private file, with a manifest of its entries and a MAC of that by `key`. The
 * server may run meanwhile.
 */
export async function writeBackup(from: Installation, file: string, key: MacKey): Promise<BackupCounts> {
  const part = `${file}.part`;
  const counted: BackupCounts = { rows: 0, files: 0, missing: [] };
  await rm(`${part}.manifest`, { force: true });
  const manifest = await LineFile.create(`${part}.manifest`);
  const handle = await open(part, "w", 0o600);
  try {
    await inTransaction(
      from.db,
      (tx) =>
        pipeline(
          Readable.from(listParts(from, tx, { counted, manifest, key })),
          createGzip(),
          async (bytes: AsyncIterable<Buffer>) => {
            for await (const some of bytes) await handle.writeFile(some);
          },
        ),
      "isolation level repeatable read read only",
    );
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(part, { force: true });
    throw error;
  } finally {
    await manifest.remove();
  }
  await handle.close();
  await rename(part, file);
  return counted;
}

interface Target {
  counted: BackupCounts;
  manifest: LineFile;
  key: MacKey;
}

async function* listParts(from: Installation, tx: Queryable, target: Target): AsyncGenerator<Buffer> {
  const at = new Date();
  const { manifest, key } = target;
  const mac = startMac(key);
  for await (const { name, sizeBytes, bytes } of listContents(from, tx, target.counted, at)) {
    yield toHeader(name, sizeBytes, at);
    const hashed = new HashedBytes(bytes);
    yield* hashed;
    yield toPadding(sizeBytes);
    const line = toLine({ name, sizeBytes, sha256: hashed.sha256() });
    mac.update(line);
    await manifest.add(line);
  }
  const sizeBytes = await manifest.end();
  yield toHeader(manifestName, sizeBytes, at);
  for await (const bytes of createReadStream(manifest.path)) yield bytes as Buffer;
  yield toPadding(sizeBytes);
  const end = toEntry(macName, { version: 1, key: key.id, mac: mac.digest("hex") } satisfies Mac);
  yield toHeader(macName, end.sizeBytes, at);
  yield* end.bytes;
  yield toPadding(end.sizeBytes);
  yield tarEnd;
}

const toBytes = async function* (bytes: Buffer) {
  yield bytes;
};
const toTextEntry = (name: string, text: string): Entry => {
  const bytes = Buffer.from(text);
  return { name, sizeBytes: bytes.length, bytes: toBytes(bytes) };
};
const toEntry = (name: string, value: unknown): Entry => toTextEntry(name, `${JSON.stringify(value)}\n`);

/** The entries that the manifest lists. */
async function* listContents(
  from: Installation,
  tx: Queryable,
  counted: BackupCounts,
  at: Date,
): AsyncGenerator<Entry> {
  // The first statement takes the snapshot.
  const tables = await listTables(tx);
  const [migrations, months] = [await readMigrations(tx), await listMonths(tx)];
  yield toEntry(headName, { format: 2, madeAt: at.toISOString(), migrations, months, tables });
  for (const table of tables) {
    let piece = 0;
    for await (const { text, count } of readRows(tx, table)) {
      yield toTextEntry(`tables/${table}/${String(++piece).padStart(6, "0")}.ndjson`, text);
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
    yield { name: `files/${id}`, sizeBytes: stored.sizeBytes, bytes: stored.bytes as AsyncIterable<Buffer> };
    counted.files += 1;
  }
  yield* listUploads(from.dataDir);
  yield toEntry(endName, { rows: counted.rows, files: counted.files });
}

/** Uploads under way and unclaimed uploads are stored by the server that received them. */
async function* listUploads(dataDir: string): AsyncGenerator<Entry> {
  const folder = toUploadFolders(dataDir).folders.uploads;
  const names = await readdir(folder).catch(() => []); // nothing was ever uploaded here
  for (const name of names.sort()) {
    const handle = await openIfExists(path.join(folder, name));
    if (!handle) continue;
    try {
      const { size } = await handle.stat();
      yield { name: `uploads/${name}`, sizeBytes: size, bytes: readExactly(handle, size) };
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
