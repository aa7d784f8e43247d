import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Platform } from "#server/platform/platform.ts";
import { files, uploads } from "#server/platform/store/tables/files.ts";
import { discard, filePlaces, makePlaces } from "./places.ts";

const incomingHours = 1;
const unclaimedHours = 24;
const hourMs = 3_600_000;

/**
 * Removes what nobody will ask for: bytes that never arrived whole, uploads that nobody claimed within a day, stored
 * bytes without a row (a crash between rename and insert). Rows without bytes cannot come about.
 */
export async function sweepFiles({ db, settings }: Pick<Platform, "db" | "settings">): Promise<void> {
  const places = filePlaces(settings.dataDir);
  await makePlaces(places);
  await removeOld(places.folders.incoming, incomingHours);
  const old = await db
    .delete(uploads)
    .where(
      and(
        inArray(uploads.state, ["growing", "finished"]),
        lt(uploads.createdAt, sql`app_now() - ${unclaimedHours} * interval '1 hour'`),
      ),
    )
    .returning({ id: uploads.id });
  for (const { id } of old) await removeUpload(places.upload(id));
  await db
    .delete(uploads)
    .where(
      and(eq(uploads.state, "claimed"), lt(uploads.createdAt, sql`app_now() - ${unclaimedHours} * interval '1 hour'`)),
    );
  await removeUnknown(places.folders.uploads, async (ids) =>
    (await db.select({ id: uploads.id }).from(uploads).where(inArray(uploads.id, ids))).map((row) => row.id),
  );
  await removeUnknown(places.folders.stored, async (ids) =>
    (await db.select({ id: files.id }).from(files).where(inArray(files.id, ids))).map((row) => row.id),
  );
}

async function removeOld(folder: string, hours: number): Promise<void> {
  for (const name of await readdir(folder))
    if (await isOlder(path.join(folder, name), hours)) await discard(path.join(folder, name));
}

/** Files whose id no row has, once they are old enough not to be on their way into one. */
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

async function removeUpload(file: string): Promise<void> {
  await discard(file);
  await discard(`${file}.json`);
}

async function isOlder(file: string, hours: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs > hours * hourMs;
  } catch {
    // Gone meanwhile: another server sweeps too.
    return false;
  }
}
