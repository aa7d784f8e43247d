import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { createGunzip, createGzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import { inTransaction, type Database } from "#server/platform/store/database.ts";
import { archiveLedger, deleteArchivedLinks, type ArchivedRow } from "#server/platform/store/ledger-archive.ts";
import type { ArchivedChain, ChainLink } from "#server/platform/store/ledger.ts";

/*
 * The file format of ledger archives: gzipped JSON lines. The first line is the link before the archive, then one line
 * per link with the hashed row. The file can be checked without a database.
 */

/**
 * Moves the months before `before` from a database into a new file. The file is complete and synced before the rows are
 * deleted, and stays in any case. Returns undefined, without a file, when no row is that old. Throws CannotArchive.
 */
export async function archiveToFile(db: Database, file: string, before: string): Promise<ArchivedChain | undefined> {
  const out = await openFile(file);
  let isWhole = false;
  try {
    const archived = await inTransaction(db, async (tx) => {
      const done = await archiveLedger(tx, before, {
        write: async (after, rows) => {
          if (!out.isBegun()) await out.put({ format: 1, after });
          for (const row of rows) await out.put(row);
        },
        end: out.end,
      });
      isWhole = done !== undefined;
      return done;
    });
    if (archived) await deleteArchivedLinks(db, archived);
    return archived;
  } finally {
    await out.close();
    if (!isWhole) await rm(file, { force: true });
  }
}

async function openFile(file: string) {
  const handle = await open(file, "wx", 0o600);
  const gzip = createGzip();
  const written = pipeline(gzip, async (bytes: AsyncIterable<Buffer>) => {
    for await (const some of bytes) await handle.writeFile(some);
  });
  written.catch(() => undefined); // the caller awaits it
  let isBegun = false;
  return {
    isBegun: () => isBegun,
    put: async (line: unknown) => {
      isBegun = true;
      if (!gzip.write(`${JSON.stringify(line)}\n`)) await Promise.race([once(gzip, "drain"), written]);
    },
    end: async () => {
      gzip.end();
      await written;
      await handle.sync();
    },
    close: async () => {
      gzip.destroy();
      await handle.close();
    },
  };
}

export interface ArchiveFileReport {
  rows: number;
  /** The link before the first row, and the last link. */
  after: ChainLink;
  head: ChainLink;
  faults: string[];
}

/** Hashes every row of an archive again. `known`: a link that was noted elsewhere. */
export async function checkArchiveFile(file: string, known?: ChainLink): Promise<ArchiveFileReport> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  let found: ArchiveFileReport | undefined;
  for await (const line of lines) {
    if (!found) {
      const { after } = JSON.parse(line) as { after: ChainLink };
      found = { rows: 0, after, head: after, faults: [] };
      continue;
    }
    const { seq, source, hash, row } = JSON.parse(line) as ArchivedRow;
    const expected = createHash("sha256").update(`${found.head.hash} ${source} ${row}`).digest("hex");
    if (seq !== found.head.seq + 1) found.faults.push(`links ${found.head.seq + 1} to ${seq - 1} are missing`);
    else if (hash !== expected) found.faults.push(`link ${seq} (${source}) is not what was written`);
    if (known?.seq === seq && known.hash !== hash) found.faults.push(`link ${seq} differs from the noted one`);
    found.head = { seq, hash };
    found.rows += 1;
  }
  if (!found) throw new Error("The file is no ledger archive.");
  const { after, head } = found;
  if (known && (known.seq <= after.seq || known.seq > head.seq))
    found.faults.push(
      `link ${known.seq} that was noted is not in this file, which has ${after.seq + 1} to ${head.seq}`,
    );
  return found;
}
