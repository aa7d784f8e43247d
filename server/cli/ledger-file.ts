import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { createGunzip, createGzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import { inTransaction, type Database } from "#server/platform/store/database.ts";
import { archiveLedger, forgetLinks, type ArchivedRow } from "#server/platform/store/ledger-archive.ts";
import type { Archived, Link } from "#server/platform/store/ledger.ts";

/*
 * An archive of what happened: gzipped lines of JSON, first the link that it goes on from, then link after link with the
 * row as it was hashed. It can be checked with nothing but itself.
 */

/**
 * Moves the months before `before` out of a database into a new file. The file is whole and on the disk before they are gone,
 * and stays whatever comes then. → undefined, and no file, when nothing is that old. Throws CannotArchive.
 */
export async function archiveTo(db: Database, file: string, before: string): Promise<Archived | undefined> {
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
    if (archived) await forgetLinks(db, archived);
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
  written.catch(() => undefined); // told by who waits for it
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

export interface LedgerFile {
  rows: number;
  /** The link that its first row is hashed after, and its last link. */
  after: Link;
  head: Link;
  faults: string[];
}

/** Hashes every row of an archive again. `known`: a link that was noted. */
export async function checkLedgerFile(file: string, known?: Link): Promise<LedgerFile> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  let found: LedgerFile | undefined;
  for await (const line of lines) {
    if (!found) {
      const { after } = JSON.parse(line) as { after: Link };
      found = { rows: 0, after, head: after, faults: [] };
      continue;
    }
    const { seq, source, hash, row } = JSON.parse(line) as ArchivedRow;
    const expected = createHash("sha256").update(`${found.head.hash} ${source} ${row}`).digest("hex");
    if (seq !== found.head.seq + 1) found.faults.push(`links ${found.head.seq + 1} to ${seq - 1} are missing`);
    else if (hash !== expected) found.faults.push(`link ${seq} (${source}) is not what was written`);
    if (known?.seq === seq && known.hash !== hash) found.faults.push(`link ${seq} is another one than was noted`);
    found.head = { seq, hash };
    found.rows += 1;
  }
  if (!found) throw new Error("The file is no archive of what happened.");
  const { after, head } = found;
  if (known && (known.seq <= after.seq || known.seq > head.seq))
    found.faults.push(`link ${known.seq} that was noted is not in it: it has ${after.seq + 1} to ${head.seq}`);
  return found;
}
