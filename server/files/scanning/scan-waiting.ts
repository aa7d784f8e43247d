import { and, eq, isNull, or, sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import { describeError } from "#server/platform/log.ts";
import { transact } from "#server/platform/store/database.ts";
import { files, type ScanState } from "#server/platform/store/tables/files.ts";
import { NoVerdict, type ScannerPort } from "#server/ports/scanner.ts";
import type { FileServices } from "../file-services.ts";

/** A file that got no verdict is not asked about again for so long, and no other server asks meanwhile. */
const pauseSeconds = 15;
/** The same of one that came while nobody scanned: nobody waits for it. */
const oldPauseSeconds = 6 * 3600;

/**
 * Asks the scanner about files that wait, then about those that came while nobody scanned; ends when nothing waits, when the
 * scanner is away, or with `signal`. One scan may take minutes.
 */
export async function scanWaiting(services: FileServices, signal: AbortSignal): Promise<void> {
  const { scanner } = services.ports;
  if (!scanner) return release(services);
  while (!signal.aborted) {
    const taken = (await takeWaiting(services)) ?? (await takeOld(services));
    if (!taken || !(await settle(services, scanner, taken, signal))) return;
  }
}

interface Taken {
  id: string;
  scan: ScanState | null;
}

/** The file that has waited longest since it was asked about, taken for a while. */
async function takeWaiting({ db }: FileServices): Promise<Taken | undefined> {
  const [taken] = await db
    .update(files)
    .set({ scanAskedAt: sql`app_now()` })
    .where(
      eq(
        files.id,
        sql`(select id from files where scan = 'waiting'
             and (scan_asked_at is null or scan_asked_at < app_now() - ${pauseSeconds} * interval '1 second')
             order by scan_asked_at nulls first, created_at limit 1 for update skip locked)`,
      ),
    )
    .returning({ id: files.id, scan: files.scan });
  return taken;
}

/** One that came while nobody scanned. */
async function takeOld({ db }: FileServices): Promise<Taken | undefined> {
  const [taken] = await db
    .update(files)
    .set({ scanAskedAt: sql`app_now()` })
    .where(
      eq(
        files.id,
        sql`(select id from files where scan is null
             and (scan_asked_at is null or scan_asked_at < app_now() - ${oldPauseSeconds} * interval '1 second')
             order by scan_asked_at nulls first limit 1 for update skip locked)`,
      ),
    )
    .returning({ id: files.id, scan: files.scan });
  return taken;
}

/** Whether there is sense in asking about another one. */
async function settle(
  services: FileServices,
  scanner: ScannerPort,
  { id, scan }: Taken,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, log, ports } = services;
  try {
    const found = await ports.storage.open(id);
    if (!found) throw new NoVerdict("file", `the bytes of ${id} are gone`);
    const verdict = await scanner.scan(found.bytes, signal);
    if (verdict.infected) await condemn(services, id, verdict.signature);
    else await db.update(files).set({ scan: "clean" }).where(isOpen(id));
    return true;
  } catch (error) {
    const isAbout = error instanceof NoVerdict && error.about === "file";
    // The scanner is away: an old file is the first again when it is back.
    if (scan === null && !isAbout) await db.update(files).set({ scanAskedAt: null }).where(isOpen(id));
    if (signal.aborted) return false;
    log.error(describeError(error), "a file still waits for the scanner");
    return isAbout;
  }
}

/** Nothing of an infected file stays but that it was one. Bytes that cannot be removed now are swept. */
async function condemn({ db, log, ports }: FileServices, id: string, signature: string): Promise<void> {
  const condemned = await transact(db, async (tx) => {
    const [row] = await tx.update(files).set({ scan: "infected" }).where(isOpen(id)).returning();
    if (row) await writeAudit(tx, "file-infected", row.candidateId, { file: id, signature });
    return row !== undefined;
  });
  if (!condemned) return;
  log.warn({ reason: signature }, "an infected file was removed");
  await ports.storage.remove(id);
}

/** Where nobody scans any more, nothing waits for it. */
async function release({ db, log }: FileServices): Promise<void> {
  const released = await db
    .update(files)
    .set({ scan: null, scanAskedAt: null })
    .where(eq(files.scan, "waiting"))
    .returning({ id: files.id });
  if (released.length > 0)
    log.warn(`${released.length} files waited for a scanner; without CLAMD_URL they are given unscanned.`);
}

const isOpen = (id: string) => and(eq(files.id, id), or(eq(files.scan, "waiting"), isNull(files.scan)));
