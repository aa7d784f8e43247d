import { and, eq, sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import { describeError } from "#server/platform/log.ts";
import { files } from "#server/platform/store/tables/files.ts";
import { NoVerdict, type ScannerPort } from "#server/ports/scanner.ts";
import type { FileServices } from "../file-services.ts";

/** A file that got no verdict is not asked about again for so long, and no other server asks meanwhile. */
const pauseSeconds = 15;

/** Asks the scanner about files that wait, apart from other jobs: one scan may take minutes. */
export interface WaitingScans {
  /** Begins a round unless one is under way; ends by itself when nothing waits or the scanner is away. */
  begin(): void;
  /** Ends the round that is under way. */
  stop(): Promise<void>;
}

export function createWaitingScans(services: FileServices): WaitingScans {
  const stopping = new AbortController();
  let round: Promise<void> | undefined;
  return {
    begin() {
      round ??= runRound(services, stopping.signal)
        .catch((error: unknown) => services.log.error(describeError(error), "files could not be scanned"))
        .finally(() => (round = undefined));
    },
    async stop() {
      stopping.abort();
      await round;
    },
  };
}

async function runRound(services: FileServices, signal: AbortSignal): Promise<void> {
  const { scanner } = services.ports;
  if (!scanner) return release(services);
  while (!signal.aborted) {
    const id = await takeWaiting(services);
    if (id === undefined || !(await settle(services, scanner, id, signal))) return;
  }
}

/** The file that has waited longest since it was asked about, taken for a while. */
async function takeWaiting({ db }: FileServices): Promise<string | undefined> {
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
    .returning({ id: files.id });
  return taken?.id;
}

/** Whether there is sense in asking about another one. */
async function settle(services: FileServices, scanner: ScannerPort, id: string, signal: AbortSignal): Promise<boolean> {
  const { db, log, ports } = services;
  try {
    const found = await ports.storage.open(id);
    if (!found) throw new NoVerdict("file", `the bytes of ${id} are gone`);
    const verdict = await scanner.scan(found.bytes, signal);
    if (verdict.infected) await condemn(services, id, verdict.signature);
    else await db.update(files).set({ scan: "clean" }).where(waits(id));
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    log.error(describeError(error), "a file still waits for the scanner");
    return error instanceof NoVerdict && error.about === "file";
  }
}

/** Nothing of an infected file stays but that it was one. Bytes that cannot be removed now are swept. */
async function condemn({ db, log, ports }: FileServices, id: string, signature: string): Promise<void> {
  const condemned = await db.transaction(async (tx) => {
    const [row] = await tx.update(files).set({ scan: "infected" }).where(waits(id)).returning();
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
    .set({ scan: null })
    .where(eq(files.scan, "waiting"))
    .returning({ id: files.id });
  if (released.length > 0)
    log.warn(`${released.length} files waited for a scanner; without CLAMD_URL they are given unscanned.`);
}

const waits = (id: string) => and(eq(files.id, id), eq(files.scan, "waiting"));
