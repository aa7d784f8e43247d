import { countOf } from "#engine/core/base/count-of.ts";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import { describeError } from "#server/platform/log.ts";
import { transact } from "#server/platform/store/database.ts";
import { files, type ScanState } from "#server/platform/store/tables/files.ts";
import { NoVerdict, type ScannerPort } from "#server/ports/scanner.ts";
import type { FileServices } from "../file-services.ts";

/** Lease of a file without a result, over all servers. */
const leaseSeconds = 15;
/** The same for a file that was uploaded without a scanner. */
const oldLeaseSeconds = 6 * 3600;

/**
 * Scans files that wait, then files that were uploaded without a scanner. Ends when none is left, when the scanner is
 * down, or on `signal`. A scan may take minutes.
 */
export async function scanWaiting(services: FileServices, signal: AbortSignal): Promise<void> {
  const { scanner } = services.ports;
  if (!scanner) return releaseAll(services);
  while (!signal.aborted) {
    const leased = (await leaseWaiting(services)) ?? (await leaseUnscanned(services));
    if (!leased || !(await scanFile(services, scanner, leased, signal))) return;
  }
}

interface LeasedFile {
  id: string;
  scan: ScanState | null;
}

/** Leases the waiting file whose last request is oldest. */
async function leaseWaiting({ db }: FileServices): Promise<LeasedFile | undefined> {
  const [leased] = await db
    .update(files)
    .set({ scanRequestedAt: sql`app_now()` })
    .where(
      eq(
        files.id,
        sql`(select id from files where scan = 'waiting'
             and (scan_requested_at is null or scan_requested_at < app_now() - ${leaseSeconds} * interval '1 second')
             order by scan_requested_at nulls first, created_at limit 1 for update skip locked)`,
      ),
    )
    .returning({ id: files.id, scan: files.scan });
  return leased;
}

/** Leases a file that was uploaded without a scanner. */
async function leaseUnscanned({ db }: FileServices): Promise<LeasedFile | undefined> {
  const [leased] = await db
    .update(files)
    .set({ scanRequestedAt: sql`app_now()` })
    .where(
      eq(
        files.id,
        sql`(select id from files where scan is null
             and (scan_requested_at is null or scan_requested_at < app_now() - ${oldLeaseSeconds} * interval '1 second')
             order by scan_requested_at nulls first limit 1 for update skip locked)`,
      ),
    )
    .returning({ id: files.id, scan: files.scan });
  return leased;
}

/** Scans a file. Returns whether to go on with the next file. */
async function scanFile(
  services: FileServices,
  scanner: ScannerPort,
  { id, scan }: LeasedFile,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, log, ports } = services;
  try {
    const found = await ports.storage.open(id);
    if (!found) throw new NoVerdict("file", `the bytes of ${id} are gone`);
    const verdict = await scanner.scan(found.bytes, signal);
    if (verdict.infected) await markInfected(services, id, verdict.signature);
    else await db.update(files).set({ scan: "clean" }).where(isOpen(id));
    return true;
  } catch (error) {
    const concernsFile = error instanceof NoVerdict && error.about === "file";
    // The scanner is down: release the lease, so that the file is first when it is back.
    if (scan === null && !concernsFile) await db.update(files).set({ scanRequestedAt: null }).where(isOpen(id));
    if (signal.aborted) return false;
    log.error(describeError(error), "a file still waits for the scanner");
    return concernsFile;
  }
}

/** Marks a file as infected and removes its bytes. Bytes that cannot be removed now are swept later. */
async function markInfected({ db, log, ports }: FileServices, id: string, signature: string): Promise<void> {
  const updated = await transact(db, async (tx) => {
    const [row] = await tx.update(files).set({ scan: "infected" }).where(isOpen(id)).returning();
    if (row) await writeAudit(tx, "file-infected", row.candidateId, { file: id, signature });
    return row !== undefined;
  });
  if (!updated) return;
  log.warn({ reason: signature }, "an infected file was removed");
  await ports.storage.remove(id);
}

/** Releases waiting files when no scanner is configured any more. */
async function releaseAll({ db, log }: FileServices): Promise<void> {
  const released = await db
    .update(files)
    .set({ scan: null, scanRequestedAt: null })
    .where(eq(files.scan, "waiting"))
    .returning({ id: files.id });
  if (released.length > 0)
    log.warn(
      `${countOf(released.length, "file")} waited for a scanner; without CLAMD_URL the server accepts files unscanned.`,
    );
}

const isOpen = (id: string) => and(eq(files.id, id), or(eq(files.scan, "waiting"), isNull(files.scan)));
