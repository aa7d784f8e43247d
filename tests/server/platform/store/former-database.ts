import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { openExistingStore, type Database } from "#server/platform/store/database.ts";
import { appRoot } from "#server/root.ts";
import { makeTemporaryFolder } from "../../../support/temporary-folder.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

/** Makes a database of a former release: the migrations before `tag`, then `fill`. Deletes the former content. */
export async function makeFormerDatabase(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string },
  tag: string,
  fill: (db: Database) => Promise<void>,
): Promise<void> {
  const migrationsFolder = makeTemporaryFolder();
  cpSync(path.join(appRoot, "server/platform/store/migrations"), migrationsFolder, { recursive: true });
  const file = path.join(migrationsFolder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { tag: string }[] };
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex((entry) => entry.tag === tag),
  );
  writeFileSync(file, JSON.stringify({ ...journal, entries }));
  if (!databaseUrl) await (await PGlite.create(path.join(dataDir, "postgres"))).close();
  const { db, close } = await openExistingStore(databaseUrl ?? dataDir, silent);
  for (const schema of ["drizzle", "ledger_months", "public"])
    await db.execute(sql`drop schema if exists ${sql.identifier(schema)} cascade`);
  await db.execute(sql`create schema public`);
  await migrate(db, { migrationsFolder });
  await fill(db);
  await close();
}
