import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { appRoot } from "#server/root.ts";
import { SettingsError } from "../settings-error.ts";

const migrationsFolder = path.join(appRoot, "server/platform/store/migrations");
const functionsFile = path.join(appRoot, "server/platform/store/functions.sql");
const grantsFile = path.join(appRoot, "server/platform/store/grants.sql");
/** The same number on every server: one server migrates at a time. */
const migrationLock = 7_262_623;
/** Half of PostgreSQL's deadlock_timeout, so that the migration fails and no request does. */
const lockTimeoutMs = 500;
const maxAttempts = 20;
/** SQLSTATE of a deadlock and of a lock timeout. */
const lockConflicts: ReadonlySet<string> = new Set(["40P01", "55P03"]);

/**
 * Migrates the database as the pool's own role. If another role owns the tables, it only checks them: throws
 * SettingsError when they are behind. Never reverts the work of a newer release, whose servers may be running.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    if (await isOwnedByOther(client)) return await assertUpToDate(client);
    await migrateWith(client);
  } finally {
    client.release();
  }
}

/**
 * Migrates the database as its owner, and grants the server's role what it needs to work, but not to rewrite the
 * ledger.
 */
export async function migrateAsOwner(ownerUrl: string, serverUrl: string): Promise<void> {
  const role = await readRole(serverUrl);
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ role: string }>("select current_user as role");
    if (rows[0]?.role === role)
      throw new SettingsError("DATABASE_OWNER_URL and DATABASE_URL are of one role: it could rewrite what it wrote.");
    await migrateWith(client, async () => {
      const grants = await readFile(grantsFile, "utf8");
      await client.query(grants.replaceAll(":role", client.escapeIdentifier(role)));
    });
  });
}

async function migrateWith(client: pg.Client | pg.PoolClient, afterwards?: () => Promise<void>): Promise<void> {
  const functions = await readFunctions();
  const limits = await readLimits(client);
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await retryOnLockConflict(() => migrate(drizzle(client), { migrationsFolder }));
    const status = await compareSchema(client, functions);
    if (status === "behind") await retryOnLockConflict(() => client.query(functions.text));
    if (status !== "ahead") await afterwards?.();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]);
    await client.query(
      "select set_config(name, setting, false) from unnest($1::text[], $2::text[]) as kept(name, setting)",
      [Object.keys(limits), Object.values(limits)],
    );
  }
}

/** The present limits. They were set after connecting, so `reset` would remove them. */
async function readLimits(client: pg.Client | pg.PoolClient): Promise<Record<string, string>> {
  const { rows } = await client.query<Record<string, string>>(
    "select current_setting('statement_timeout') as statement_timeout, current_setting('lock_timeout') as lock_timeout",
  );
  return rows[0]!;
}

/**
 * Retries `run`, one transaction, with random delays. Migrations need exclusive locks one after the other while servers
 * of the release before work: on a deadlock or a lock timeout the transaction lets go of all.
 */
async function retryOnLockConflict(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run();
      return;
    } catch (error) {
      if (!isLockConflict(error) || attempt === maxAttempts) throw error;
      await sleep(Math.random() * 200 * attempt);
    }
  }
}

/** Looks through drizzle's wrapper too. */
const isLockConflict = (error: unknown): boolean =>
  error instanceof Error && (lockConflicts.has((error as { code?: string }).code ?? "") || isLockConflict(error.cause));

/** The database compared with this release. `ahead`: a newer release migrated it. */
type SchemaStatus = "behind" | "even" | "ahead";

/**
 * Compares the number of migrations, then the version number of the functions. Hashes have no order; they only show
 * that two texts with one number differ.
 */
async function compareSchema(client: pg.Client | pg.PoolClient, own: Functions): Promise<SchemaStatus> {
  const unknown = await countUnknownMigrations(client);
  if (unknown !== 0) return unknown > 0 ? "ahead" : "behind";
  const version = await readVersion(client);
  if (readNumber(version) > own.number) return "ahead";
  return version === own.version ? "even" : "behind";
}

/** The number of migrations that this release does not know; negative when some are missing. */
async function countUnknownMigrations(client: pg.Client | pg.PoolClient): Promise<number> {
  const journal = await readFile(path.join(migrationsFolder, "meta/_journal.json"), "utf8");
  const { entries } = JSON.parse(journal) as { entries: unknown[] };
  const done = await client.query<{ count: string }>("select count(*) from drizzle.__drizzle_migrations");
  return Number(done.rows[0]?.count) - entries.length;
}

/** Empty when the functions do not exist yet. */
async function readVersion(client: pg.Client | pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ version: string | null }>(
    "select obj_description(to_regprocedure('app_now()'), 'pg_proc') as version",
  );
  return rows[0]?.version ?? "";
}

/** `3 9f86d081884c7d65` → 3; 0 for functions from before there were numbers. */
const readNumber = (version: string): number => Number(/^(\d+) /.exec(version)?.[1] ?? 0);

/** The SQL of the functions, the number in its first line, and a version made of number and hash. */
interface Functions {
  text: string;
  number: number;
  version: string;
}

/** The functions carry their version as a comment, so that a role that may not replace them can check them. */
async function readFunctions(): Promise<Functions> {
  const text = await readFile(functionsFile, "utf8");
  const number = Number(/^-- Version (\d+) /.exec(text)?.[1]);
  const version = `${number} ${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  return { text: `${text}\ncomment on function app_now() is '${version}';\n`, number, version };
}

async function isOwnedByOther(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ own: boolean }>(
    "select pg_has_role(relowner, 'usage') as own from pg_class where oid = to_regclass('public.transactions')",
  );
  return rows[0]?.own === false;
}

async function assertUpToDate(client: pg.PoolClient): Promise<void> {
  if ((await compareSchema(client, await readFunctions())) !== "behind") return;
  throw new SettingsError(
    "The database is not up to date, and its tables belong to another role: start once with DATABASE_OWNER_URL, or run `npm run migrate` with it.",
  );
}

async function readRole(url: string): Promise<string> {
  let role = "";
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ role: string }>("select current_user as role");
    role = rows[0]!.role;
  });
  return role;
}

async function withClient(connectionString: string, run: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await run(client);
  } finally {
    await client.end();
  }
}
