import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { appRoot, builtPath } from "#server/root.ts";
import { openStore } from "#server/platform/store/database.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";
import { bundleForNode } from "./bundle-for-node.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

/**
 * Path of a migrated database directory to copy. Creating one takes seconds, copying a tenth. Its name is a hash of the
 * migrations.
 */
export async function makeTemplate(): Promise<string> {
  await buildWorker();
  const folder = templateFolder();
  if (existsSync(folder)) return folder;
  const making = makeTemporaryFolder();
  const store = await openStore({ dataDir: making }, silent);
  const { rows } = await store.pool.query<{ oid: string }>(
    "select oid::text from pg_database where datname = current_database()",
  );
  await store.close();
  emptyOthers(path.join(making, "postgres/base"), rows[0]!.oid);
  mkdirSync(path.dirname(folder), { recursive: true });
  const moving = `${folder}.${process.pid}`;
  cpSync(path.join(making, "postgres"), moving, { recursive: true });
  rmSync(making, { recursive: true, force: true });
  // The migrations may have changed while this ran.
  if (templateFolder() !== folder) {
    rmSync(moving, { recursive: true, force: true });
    return makeTemplate();
  }
  try {
    renameSync(moving, folder);
  } catch (error) {
    // Another test file created the same template first.
    rmSync(moving, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/**
 * Empties the databases that PostgreSQL copies for `create database`. Tests never do that, and they are two thirds of
 * the files.
 */
function emptyOthers(base: string, own: string): void {
  for (const name of readdirSync(base).filter((one) => one !== own))
    for (const file of readdirSync(path.join(base, name)).filter((one) => one !== "PG_VERSION"))
      rmSync(path.join(base, name, file));
}

/** The name contains the month, because the template includes the ledger partitions of the coming months. */
function templateFolder(): string {
  const month = new Date().toISOString().slice(0, 7);
  const hash = hashOf([
    "server/platform/store/migrations",
    "server/platform/store/functions.sql",
    "server/platform/store/pglite.worker.ts",
    "tests/support/database-template.ts",
  ]);
  return path.join(appRoot, "dist/test-databases", `${hash}-${month}`);
}

/** Builds the database worker for a single test file run by hand. `npm test` has built it already. */
export async function buildWorker(): Promise<string> {
  const source = path.join(appRoot, "server/platform/store/pglite.worker.ts");
  const built = builtPath("server/platform/store/pglite.worker.js");
  if (existsSync(built) && statSync(built).mtimeMs > statSync(source).mtimeMs) return built;
  const making = `${built}.${process.pid}.js`;
  await bundleForNode(source, making);
  renameSync(making, built);
  return built;
}

function hashOf(places: readonly string[]): string {
  const hash = createHash("sha256");
  const files = places.flatMap((place) => filesUnder(path.join(appRoot, place))).sort();
  for (const file of files) hash.update(path.relative(appRoot, file)).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

function filesUnder(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place).flatMap((name) => filesUnder(path.join(place, name)));
}
