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
/** Any number, the same on every server: migrations run one server at a time. */
const migrationLock = 7_262_623;
/** Nobody waits behind us for longer. Half of what PostgreSQL takes to find two that wait for each other: we let go, not who is at work. */
const lockTimeoutMs = 500;
const triesMax = 20;
/** SQLSTATE of a deadlock, and of a lock that was not had in time. */
const crosswise: ReadonlySet<string> = new Set(["40P01", "55P03"]);

/**
 * Brings the schema up to date with the rights of the pool's own role. Where the tables are another role's, they have to be
 * up to date already: throws SettingsError. What a newer release has made of it stays in either case: servers of that one
 * may be at work, and it serves this one too.
 */
export async function bringUpToDate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    if (await isSomebodyElses(client)) return await assertUpToDate(client);
    await migrateWith(client);
  } finally {
    client.release();
  }
}

/** Brings the schema up to date as its owner, and gives the server's own role what it needs: to work, not to rewrite. */
export async function bringUpToDateAsOwner(ownerUrl: string, serverUrl: string): Promise<void> {
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

async function migrateWith(client: pg.Client | pg.PoolClient, andThen?: () => Promise<void>): Promise<void> {
  const functions = await readFunctions();
  const limits = await readLimits(client);
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await insist(() => migrate(drizzle(client), { migrationsFolder }));
    const standing = await findStanding(client, functions);
    if (standing === "behind") await insist(() => client.query(functions.text));
    if (standing !== "ahead") await andThen?.();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]);
    await client.query(
      "select set_config(name, setting, false) from unnest($1::text[], $2::text[]) as kept(name, setting)",
      [Object.keys(limits), Object.values(limits)],
    );
  }
}

/** What bounds a connection. It was told so after it began: `reset` would leave it unbounded. */
async function readLimits(client: pg.Client | pg.PoolClient): Promise<Record<string, string>> {
  const { rows } = await client.query<Record<string, string>>(
    "select current_setting('statement_timeout') as statement_timeout, current_setting('lock_timeout') as lock_timeout",
  );
  return rows[0]!;
}

/**
 * What changes tables wants each to itself for a moment, one after the other, and servers of the release before are at work
 * on them: whoever meets them crosswise lets go of all, and tries again. `run` is one transaction.
 */
async function insist(run: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await run();
      return;
    } catch (error) {
      if (!isCrosswise(error) || tried === triesMax) throw error;
      await sleep(Math.random() * 200 * tried);
    }
  }
}

/** Of a statement's own error, or the one that drizzle wraps. */
const isCrosswise = (error: unknown): boolean =>
  error instanceof Error && (crosswise.has((error as { code?: string }).code ?? "") || isCrosswise(error.cause));

/** Where a database stands beside this release. One that is ahead was brought up to date by a newer one. */
type Standing = "behind" | "even" | "ahead";

/** Migrations have an order, and so have the functions where those are the same; hashes have none, and tell others of one number apart. */
async function findStanding(client: pg.Client | pg.PoolClient, own: Functions): Promise<Standing> {
  const further = await countFurtherMigrations(client);
  if (further !== 0) return further > 0 ? "ahead" : "behind";
  const version = await readVersion(client);
  if (readNumber(version) > own.number) return "ahead";
  return version === own.version ? "even" : "behind";
}

/** How many more the database has than this release knows; below zero, how many it lacks. */
async function countFurtherMigrations(client: pg.Client | pg.PoolClient): Promise<number> {
  const journal = await readFile(path.join(migrationsFolder, "meta/_journal.json"), "utf8");
  const { entries } = JSON.parse(journal) as { entries: unknown[] };
  const done = await client.query<{ count: string }>("select count(*) from drizzle.__drizzle_migrations");
  return Number(done.rows[0]?.count) - entries.length;
}

/** Empty where there are none yet. */
async function readVersion(client: pg.Client | pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ version: string | null }>(
    "select obj_description(to_regprocedure('app_now()'), 'pg_proc') as version",
  );
  return rows[0]?.version ?? "";
}

/** `3 9f86d081884c7d65` → 3; 0 for those that were made before they had a number. */
const readNumber = (version: string): number => Number(/^(\d+) /.exec(version)?.[1] ?? 0);

/** What makes the functions, with the number of its first line and a version of that number and its hash. */
interface Functions {
  text: string;
  number: number;
  version: string;
}

/** The functions say of themselves which text they are of: whoever may not replace them can tell whether they are the right ones. */
async function readFunctions(): Promise<Functions> {
  const text = await readFile(functionsFile, "utf8");
  const number = Number(/^-- Version (\d+) /.exec(text)?.[1]);
  const version = `${number} ${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
  return { text: `${text}\ncomment on function app_now() is '${version}';\n`, number, version };
}

async function isSomebodyElses(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ own: boolean }>(
    "select pg_has_role(relowner, 'usage') as own from pg_class where oid = to_regclass('public.transactions')",
  );
  return rows[0]?.own === false;
}

async function assertUpToDate(client: pg.PoolClient): Promise<void> {
  if ((await findStanding(client, await readFunctions())) !== "behind") return;
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
