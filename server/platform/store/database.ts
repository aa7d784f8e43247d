import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Log } from "../log.ts";
import type { Settings } from "../settings.ts";
import { findIdempotentCall, throughUncommitted, type IdempotentCall } from "../idempotent-call.ts";
import { followPool, listenStatement, openChangeFeed, type ChangeFeed } from "./change-feed.ts";
import { hasEmbedded, startEmbedded } from "./embedded.ts";
import { createGuardedClient, CircuitBreaker } from "./circuit-breaker.ts";
import { migrateDatabase, migrateAsOwner } from "./migrate.ts";

/**
 * The pool's database. Never use it inside a transaction: the embedded pool has one connection and would wait for
 * itself.
 */
export type Database = NodePgDatabase;
/** The database or an open transaction. Take this in queries that join the caller's transaction. */
export type Queryable = PgDatabase<NodePgQueryResultHKT>;

export interface Store {
  db: Database;
  pool: pg.Pool;
  kind: "embedded" | "server";
  /** Opens when the database stops answering. */
  circuitBreaker: CircuitBreaker;
  /** Changes by this and other servers. */
  changeFeed: ChangeFeed;
  /** The number of requests that wait for a connection. */
  countWaiting(): number;
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
}

/** There is no database at the given place; the message names it. */
export class NoDatabase extends Error {}

/** Opens the database of the settings and migrates it. Throws DataDirectoryInUse, or an error of the database. */
export async function openStore(
  settings: Pick<Settings, "databaseUrl" | "databaseOwnerUrl" | "dataDir">,
  log: Log,
  workerFile?: string,
): Promise<Store> {
  const embedded = settings.databaseUrl ? undefined : await startEmbedded(settings.dataDir, log, workerFile);
  const circuitBreaker = new CircuitBreaker();
  const pool = new pg.Pool({
    ...(embedded ? embeddedPool(embedded.socketFolder) : serverPool(settings.databaseUrl!)),
    Client: createGuardedClient(circuitBreaker),
  });
  ignoreLostConnections(pool, log);
  const changeFeed = settings.databaseUrl ? openChangeFeed(settings.databaseUrl, log) : followPool(pool);
  const close = async () => {
    await changeFeed.close();
    await pool.end();
    await embedded?.close();
  };
  try {
    if (settings.databaseUrl && settings.databaseOwnerUrl)
      await migrateAsOwner(settings.databaseOwnerUrl, settings.databaseUrl);
    await migrateDatabase(pool);
  } catch (error) {
    await close();
    throw error;
  }
  // The embedded database has a watchdog that restarts it.
  circuitBreaker.cutsSlowStatements = !embedded;
  const db = drizzle(pool, { casing: "snake_case" });
  return {
    circuitBreaker,
    db: throughUncommitted(db, (uncommitted) => uncommitted.db),
    pool: throughUncommitted(pool, (uncommitted) => uncommitted.client, "query"),
    kind: embedded ? "embedded" : "server",
    changeFeed,
    countWaiting: () => pool.waitingCount,
    isAnswering: async () => {
      if (embedded && !embedded.isAnswering()) return false;
      // Behind a queue a probe would measure the queue.
      return pool.waitingCount > 0 ? circuitBreaker.hasRecentAnswer() : isReachable(pool);
    },
    close,
  };
}

/**
 * Opens an existing database without migrating it and without time limits: by its address, or by its data directory.
 * Throws NoDatabase, DataDirectoryInUse, or an error of the database.
 */
export async function openExistingStore(place: string, log: Log): Promise<Pick<Store, "db" | "pool" | "close">> {
  const isServer = /^postgres(ql)?:\/\//.test(place);
  if (!isServer && !hasEmbedded(place))
    throw new NoDatabase(
      `There is no database in ${place}. Name the data directory of a server, or the address of a PostgreSQL server.`,
    );
  const embedded = isServer ? undefined : await startEmbedded(place, log);
  const pool = new pg.Pool(embedded ? embeddedPool(embedded.socketFolder) : unlimitedPool(place));
  ignoreLostConnections(pool, log);
  return {
    db: drizzle(pool, { casing: "snake_case" }),
    pool,
    close: async () => {
      await pool.end();
      await embedded?.close();
    },
  };
}

/** Without a listener, a connection that the server closes would end the process. */
function ignoreLostConnections(pool: pg.Pool, log: Log): void {
  pool.on("error", (error) => log.warn({ reason: error.message }, "idle database connection lost"));
  // A connection that is lost between two statements of a transaction: its next statement fails.
  pool.on(
    "connect",
    (client) => void client.on("error", (error) => log.warn({ reason: error.message }, "database connection lost")),
  );
}

/**
 * Runs `run` in a transaction, and again after a serialization failure or a deadlock, three times in all. Make no
 * network call inside. In an idempotent call the commit waits for the answer, or for the next transaction
 * (idempotent-call.ts).
 */
export async function transact<T>(db: Database, run: (tx: Queryable) => Promise<T>): Promise<T> {
  const call = findIdempotentCall();
  await call?.commit();
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (call?.defersCommit) return await leaveUncommitted(db, call, run);
      return await inTransaction(db, async (tx) => {
        const value = await run(tx);
        call?.assertNotAbandoned();
        return value;
      });
    } catch (error) {
      if (attempt >= 3 || !isRetriable(error)) throw error;
    }
  }
}

/**
 * Runs `run` once in a transaction with the given `mode`. A lost connection is never given back to the pool as a good
 * one; drizzle's own transaction keeps a connection that is lost at `begin`.
 */
export async function inTransaction<T>(db: Database, run: (tx: Queryable) => Promise<T>, mode = ""): Promise<T> {
  const { value, commit } = await begin(db, run, mode);
  await commit();
  return value;
}

/** Runs a transaction and leaves its commit to the idempotent call. */
async function leaveUncommitted<T>(db: Database, call: IdempotentCall, run: (tx: Queryable) => Promise<T>): Promise<T> {
  const { value, ...uncommitted } = await begin(db, run);
  call.uncommitted = uncommitted;
  return value;
}

/** Runs `run` in a transaction and leaves it open. Rolls back when `run` fails. */
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
  const rollback = () => end("rollback").catch(() => undefined); // a lost connection has rolled back by itself
  try {
    await client.query(`begin ${mode}`);
    const tx = drizzle(client, { casing: "snake_case" });
    return { client, db: tx, value: await run(tx), commit: () => end("commit"), rollback };
  } catch (error) {
    await rollback();
    throw error;
  }
}

/** The SQLSTATE of a database error, also when drizzle wrapped it. */
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

/** One connection: with more, pglite-socket mixes up their statements and loses rows. */
function embeddedPool(socketFolder: string): pg.PoolConfig {
  return {
    host: socketFolder,
    user: "postgres",
    database: "postgres",
    max: 1,
    connectionTimeoutMillis: 30_000,
    idleTimeoutMillis: 0,
    // The database has one session, so statements that an earlier connection prepared would still exist.
    onConnect: (client) => client.query(`deallocate all; ${listenStatement}`),
  };
}

/** Limits of a server's connection in milliseconds; 0 means none. */
const serverLimits = { statement_timeout: 5000, lock_timeout: 4000, idle_in_transaction_session_timeout: 10_000 };

/** Sets the limits after connecting, because a pooler may drop startup parameters. */
function serverPool(connectionString: string, limits = serverLimits): pg.PoolConfig {
  const statements = Object.entries(limits).map(([name, ms]) => `set ${name} = ${ms}`);
  return {
    connectionString,
    max: 10,
    connectionTimeoutMillis: 3000,
    onConnect: (client) => client.query(statements.join("; ")),
  };
}

/** For backups: a transaction may stay open for hours while files are copied. */
function unlimitedPool(connectionString: string): pg.PoolConfig {
  return serverPool(connectionString, {
    ...serverLimits,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
}

async function isReachable(pool: pg.Pool): Promise<boolean> {
  try {
    await pool.query("select 1");
    return true;
  } catch {
    return false;
  }
}

/** A prepared query of drizzle. */
interface Statement<T> {
  execute(values: Record<string, unknown>): Promise<T>;
}

/**
 * Builds a statement once and runs it on any connection, because building a large one takes longer than running it.
 * `build` uses `sql.placeholder`; connections keep its plan under `name`.
 */
export function prepareOnce<T, Values extends Record<string, unknown>>(
  name: string,
  build: (db: Queryable) => { prepare(name: string): Statement<T> },
): (db: Queryable, values: Values) => Promise<T> {
  let built: Statement<T> | undefined;
  return (db, values) => rebind(db, (built ??= build(db).prepare(name))).execute(values);
}

/** Rebinds the statement: drizzle ties it to the connection that built it, although nothing else depends on that. */
function rebind<T>(db: Queryable, built: Statement<T>): Statement<T> {
  const { client } = (db as unknown as { session: { client: object } }).session;
  return Object.create(built, { client: { value: client } }) as Statement<T>;
}
