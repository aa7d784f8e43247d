import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { and, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { prune } from "#server/platform/prune.ts";
import { files, uploads } from "#server/platform/store/tables/files.ts";
import type { FileServices } from "../file-services.ts";
import { unclaimedHours } from "../uploads/unclaimed.ts";
import { discard, discardUpload, toUploadFolders, makeUploadFolders } from "./upload-folders.ts";

const incomingHours = 1;
/** The owner of an infected file sees its state for this time. */
const infectedDays = 30;
const hourMs = 3_600_000;

/**
 * Removes incomplete received files, uploads that were not claimed within a day, stored bytes without a row, and stored
 * bytes of infected files. Rows of infected files follow after `infectedDays`.
 */
export async function sweepFiles({ db, settings, ports: { storage } }: FileServices): Promise<void> {
  const places = toUploadFolders(settings.dataDir);
  await makeUploadFolders(places);
  await removeOld(places.folders.incoming, incomingHours);
  const expired = await db
    .delete(uploads)
    .where(
      and(
        inArray(uploads.state, ["receiving", "finished"]),
        lt(uploads.createdAt, sql`app_now() - ${unclaimedHours} * interval '1 hour'`),
      ),
    )
    .returning({ id: uploads.id });
  for (const { id } of expired) await discardUpload(places.upload(id));
  await prune(db, uploads, sql`state = 'claimed' and created_at < app_now() - ${unclaimedHours} * interval '1 hour'`);
  await removeUnknown(places.folders.uploads, async (ids) =>
    (await db.select({ id: uploads.id }).from(uploads).where(inArray(uploads.id, ids))).map((row) => row.id),
  );
  await db
    .delete(files)
    .where(and(eq(files.scan, "infected"), lt(files.createdAt, sql`app_now() - ${infectedDays} * interval '1 day'`)));
  for await (const page of storage.list()) {
    const expired = page.filter(({ storedAt }) => isPast(storedAt, incomingHours)).map(({ id }) => id);
    if (expired.length === 0) continue;
    const kept = await db
      .select({ id: files.id })
      .from(files)
      .where(and(inArray(files.id, expired), or(isNull(files.scan), ne(files.scan, "infected"))));
    const known = new Set(kept.map(({ id }) => id));
    for (const id of expired) if (!known.has(id)) await storage.remove(id);
  }
}

async function removeOld(folder: string, hours: number): Promise<void> {
  for (const name of await readdir(folder))
    if (await isOlder(path.join(folder, name), hours)) await discard(path.join(folder, name));
}

/** Removes files without a row, once they are older than a request takes. */
async function removeUnknown(folder: string, known: (ids: string[]) => Promise<string[]>): Promise<void> {
  const names = await readdir(folder);
  for (let from = 0; from < names.length; from += 500) {
    const page = names.slice(from, from + 500);
    const rows = new Set(await known(page.map((name) => name.replace(/\.json$/, ""))));
    for (const name of page) {
      if (!rows.has(name.replace(/\.json$/, "")) && (await isOlder(path.join(folder, name), incomingHours)))
        await discard(path.join(folder, name));
    }
  }
}

async function isOlder(file: string, hours: number): Promise<boolean> {
  try {
    return isPast((await stat(file)).mtime, hours);
  } catch {
    // Another server has swept it meanwhile.
    return false;
  }
}

const isPast = (moment: Date, hours: number): boolean => Date.now() - moment.getTime() > hours * hourMs;
