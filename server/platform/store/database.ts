import { readFile } from "node:fs/promises";
import path from "node:path";
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Log } from "../log.ts";
import { appRoot } from "#server/root.ts";
import type { Settings } from "../settings.ts";
import { hearChanges, nothingHeard, type Changes } from "./changes.ts";
import { startEmbedded } from "./embedded.ts";
import { schema, type Schema } from "./schema.ts";

/** The pool's database. Never use it inside a transaction: embedded, the pool has one connection and would wait for itself. */
export type Database = NodePgDatabase<Schema>;
/** The database or an open transaction: what a query that joins a caller's transaction takes. */
export type Queryable = PgDatabase<NodePgQueryResultHKT, Schema>;

export interface Store {
  db: Database;
  pool: pg.Pool;
  kind: "embedded" | "server";
  /** What other servers change. */
  changes: Changes;
  /** Requests waiting for a connection. */
  waiting(): number;
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
}

const migrationsFolder = path.join(appRoot, "server/platform/store/migrations");
const functionsFile = path.join(appRoot, "server/platform/store/functions.sql");
/** Any number, the same on every server: migrations run one server at a time. */
const migrationLock = 7_262_623;

/** Opens the database of the settings and brings its schema up to date. Throws DataDirectoryInUse, or what the database says. */
export async function openStore(
  settings: Pick<Settings, "databaseUrl" | "dataDir">,
  log: Log,
  workerFile?: string,
): Promise<Store> {
  const embedded = settings.databaseUrl ? undefined : await startEmbedded(settings.dataDir, log, workerFile);
  const pool = new pg.Pool(embedded ? embeddedPool(embedded.socketFolder) : serverPool(settings.databaseUrl!));
  // Without a listener a connection that the server closes would end the process.
  pool.on("error", (error) => log.warn({ reason: error.message }, "idle database connection lost"));
  // Embedded there is one session, whoever connects: what the connection before has prepared is still there, and nobody knows of it.
  if (embedded) pool.on("connect", (client) => void client.query("deallocate all").catch(() => undefined));
  const changes = settings.databaseUrl ? hearChanges(settings.databaseUrl, log) : nothingHeard;
  const close = async () => {
    await changes.close();
    await pool.end();
    await embedded?.close();
  };
  try {
    await bringUpToDate(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db: drizzle(pool, { casing: "snake_case", schema }),
    pool,
    kind: embedded ? "embedded" : "server",
    changes,
    waiting: () => pool.waitingCount,
    isAnswering: async () => (embedded ? embedded.isAnswering() : true) && (await answers(pool)),
    close,
  };
}

/**
 * Opens a database to look at it: a server's by its address, an embedded one by its data directory. Its schema stays as it
 * is. Throws DataDirectoryInUse, or what the database says.
 */
export async function openAsItIs(place: string, log: Log): Promise<Pick<Store, "db" | "close">> {
  const isServer = /^postgres(ql)?:\/\//.test(place);
  const embedded = isServer ? undefined : await startEmbedded(place, log);
  const pool = new pg.Pool(embedded ? embeddedPool(embedded.socketFolder) : serverPool(place));
  return {
    db: drizzle(pool, { casing: "snake_case", schema }),
    close: async () => {
      await pool.end();
      await embedded?.close();
    },
  };
}

/** Runs `run` in a transaction, again after a serialization failure or a deadlock (twice at most). No network call inside. */
export async function transact<T>(db: Database, run: (tx: Queryable) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(run);
    } catch (error) {
      if (attempt >= 3 || !isRetriable(error)) throw error;
    }
  }
}

/** SQLSTATE of a database error, also when drizzle wrapped it. */
export function findSqlState(error: unknown): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = (at as Error & { code?: unknown }).code;
    if (typeof code === "string") return code;
  }
  return undefined;
}

function isRetriable(error: unknown): boolean {
  return ["40001", "40P01"].includes(findSqlState(error) ?? "");
}

/** One connection: with more, pglite-socket mixes up the connections' statements and loses rows. */
function embeddedPool(socketFolder: string): pg.PoolConfig {
  return {
    host: socketFolder,
    user: "postgres",
    database: "postgres",
    max: 1,
    connectionTimeoutMillis: 30_000,
    idleTimeoutMillis: 0,
  };
}

function serverPool(connectionString: string): pg.PoolConfig {
  return {
    connectionString,
    max: 10,
    connectionTimeoutMillis: 3000,
    statement_timeout: 5000,
    lock_timeout: 4000,
    idle_in_transaction_session_timeout: 10_000,
  };
}

async function bringUpToDate(pool: pg.Pool): Promise<void> {
  const functions = await readFile(functionsFile, "utf8");
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
    await client.query(functions);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [migrationLock]);
    await client.query("reset statement_timeout; reset lock_timeout");
    client.release();
  }
}

async function answers(pool: pg.Pool): Promise<boolean> {
  try {
    await pool.query("select 1");
    return true;
  } catch {
    return false;
  }
}
