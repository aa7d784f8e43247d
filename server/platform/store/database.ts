import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Log } from "../log.ts";
import type { Settings } from "../settings.ts";
import { findAttempt, throughHeld, type Attempt } from "../attempt.ts";
import { hearChanges, nothingHeard, type Changes } from "./changes.ts";
import { hasEmbedded, startEmbedded } from "./embedded.ts";
import { watchedClient, Watch } from "./watch.ts";
import { bringUpToDate, bringUpToDateAsOwner } from "./up-to-date.ts";

/** The pool's database. Never use it inside a transaction: embedded, the pool has one connection and would wait for itself. */
export type Database = NodePgDatabase;
/** The database or an open transaction: what a query that joins a caller's transaction takes. */
export type Queryable = PgDatabase<NodePgQueryResultHKT>;

export interface Store {
  db: Database;
  pool: pg.Pool;
  kind: "embedded" | "server";
  /** Whether it answers at all. */
  watch: Watch;
  /** What other servers change. */
  changes: Changes;
  /** Requests waiting for a connection. */
  waiting(): number;
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
}

/** Where a database is only to be looked at there is none; the message names the place. */
export class NoDatabase extends Error {}

/** Opens the database of the settings and brings its schema up to date. Throws DataDirectoryInUse, or what the database says. */
export async function openStore(
  settings: Pick<Settings, "databaseUrl" | "databaseOwnerUrl" | "dataDir">,
  log: Log,
  workerFile?: string,
): Promise<Store> {
  const embedded = settings.databaseUrl ? undefined : await startEmbedded(settings.dataDir, log, workerFile);
  const watch = new Watch();
  const pool = new pg.Pool({
    ...(embedded ? embeddedPool(embedded.socketFolder) : serverPool(settings.databaseUrl!)),
    Client: watchedClient(watch),
  });
  outliveConnections(pool, log);
  // Embedded there is one session, whoever connects: what the connection before has prepared is still there, and nobody knows of it.
  if (embedded) pool.on("connect", (client) => void client.query("deallocate all").catch(() => undefined));
  const changes = settings.databaseUrl ? hearChanges(settings.databaseUrl, log) : nothingHeard;
  const close = async () => {
    await changes.close();
    await pool.end();
    await embedded?.close();
  };
  try {
    if (settings.databaseUrl && settings.databaseOwnerUrl)
      await bringUpToDateAsOwner(settings.databaseOwnerUrl, settings.databaseUrl);
    await bringUpToDate(pool);
  } catch (error) {
    await close();
    throw error;
  }
  // An embedded one that hangs is ended and started again by its own watchdog.
  watch.cuts = !embedded;
  const db = drizzle(pool, { casing: "snake_case" });
  return {
    watch,
    db: throughHeld(db, (held) => held.db),
    pool: throughHeld(pool, (held) => held.client, "query"),
    kind: embedded ? "embedded" : "server",
    changes,
    waiting: () => pool.waitingCount,
    isAnswering: async () => {
      if (embedded && !embedded.isAnswering()) return false;
      // Behind a queue a question of its own would say how long that is.
      return pool.waitingCount > 0 ? watch.hearsAnswer() : answers(pool);
    },
    close,
  };
}

/**
 * Opens a database to look at it, for as long as that takes: a server's by its address, an embedded one by its data
 * directory. Its schema stays as it is. Throws NoDatabase, DataDirectoryInUse, or what the database says.
 */
export async function openAsItIs(place: string, log: Log): Promise<Pick<Store, "db" | "close">> {
  const isServer = /^postgres(ql)?:\/\//.test(place);
  if (!isServer && !hasEmbedded(place))
    throw new NoDatabase(
      `No database lies in ${place}. Name the data directory of a service, or the address of a PostgreSQL server.`,
    );
  const embedded = isServer ? undefined : await startEmbedded(place, log);
  const pool = new pg.Pool(embedded ? embeddedPool(embedded.socketFolder) : patientPool(place));
  outliveConnections(pool, log);
  return {
    db: drizzle(pool, { casing: "snake_case" }),
    close: async () => {
      await pool.end();
      await embedded?.close();
    },
  };
}

/** Without a listener a connection that the server closes would end the process. */
function outliveConnections(pool: pg.Pool, log: Log): void {
  pool.on("error", (error) => log.warn({ reason: error.message }, "idle database connection lost"));
  // The same for one that is at work and loses its connection between two statements: its next one fails.
  pool.on(
    "connect",
    (client) => void client.on("error", (error) => log.warn({ reason: error.message }, "database connection lost")),
  );
}

/**
 * Runs `run` in a transaction, again after a serialization failure or a deadlock (twice at most). No network call inside.
 * Under an Idempotency-Key it is committed with the answer, or before the next one (attempt.ts).
 */
export async function transact<T>(db: Database, run: (tx: Queryable) => Promise<T>): Promise<T> {
  const attempt = findAttempt();
  await attempt?.commit();
  for (let tried = 1; ; tried += 1) {
    try {
      if (attempt?.holds) return await hold(db, attempt, run);
      return await inTransaction(db, async (tx) => {
        const value = await run(tx);
        attempt?.assertWanted();
        return value;
      });
    } catch (error) {
      if (tried >= 3 || !isRetriable(error)) throw error;
    }
  }
}

/**
 * Runs `run` once in a transaction of its own, of `mode` where that is not the usual one. A connection that is lost goes
 * back to the pool as lost, wherever that happens: drizzle's own keeps one for ever that is lost as it begins.
 */
export async function inTransaction<T>(db: Database, run: (tx: Queryable) => Promise<T>, mode = ""): Promise<T> {
  const { value, commit } = await begin(db, run, mode);
  await commit();
  return value;
}

/** A transaction whose end waits for `attempt`. */
async function hold<T>(db: Database, attempt: Attempt, run: (tx: Queryable) => Promise<T>): Promise<T> {
  const { value, ...held } = await begin(db, run);
  attempt.held = held;
  return value;
}

/** A transaction in which `run` is done, and which is still to be ended; when `run` fails, it is. */
async function begin<T>(db: Database, run: (tx: Queryable) => Promise<T>, mode = "") {
  const client = await (db as Database & { $client: pg.Pool }).$client.connect();
  const end = async (how: "commit" | "rollback") => {
    try {
      await client.query(how);
      client.release();
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  };
  const rollback = () => end("rollback").catch(() => undefined); // a connection that is lost has rolled back
  try {
    await client.query(`begin ${mode}`);
    const tx = drizzle(client, { casing: "snake_case" });
    return { client, db: tx, value: await run(tx), commit: () => end("commit"), rollback };
  } catch (error) {
    await rollback();
    throw error;
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

/** How long a server's connection does what, in milliseconds; 0 is as long as it takes. */
const serverLimits = { statement_timeout: 5000, lock_timeout: 4000, idle_in_transaction_session_timeout: 10_000 };

/** Each connection is told its limits before anybody has it, and not as it starts: a pooler lets it start with none. */
function serverPool(connectionString: string, limits = serverLimits): pg.PoolConfig {
  const told = Object.entries(limits).map(([name, ms]) => `set ${name} = ${ms}`);
  return {
    connectionString,
    max: 10,
    connectionTimeoutMillis: 3000,
    onConnect: (client) => client.query(told.join("; ")),
  };
}

/** Of who copies all of a database, and files while its transaction stands still: hours, whatever the database allows others. */
function patientPool(connectionString: string): pg.PoolConfig {
  return serverPool(connectionString, {
    ...serverLimits,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
}

async function answers(pool: pg.Pool): Promise<boolean> {
  try {
    await pool.query("select 1");
    return true;
  } catch {
    return false;
  }
}
