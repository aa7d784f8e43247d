/*
 * Cost of the hash chain: transactions that write to the audit log arrive at a fixed rate over as many connections as
 * four servers use, alternating with and without the chain; then at full load. Each starts when it is due, so waiting
 * counts. `DATABASE_URL=postgres://… npm run bench chain [changes a second]`.
 */
import pg from "pg";
import { openStore } from "#server/platform/store/database.ts";
import { createTestDatabase } from "../../support/test-database.ts";

const rate = Number(process.argv[2] ?? 100);
const connections = 40;
const seconds = 15;
const turns = 3;
/** The part of a candidate's change that others wait for: its reads, one row and one notification row. */
const readsEach = 8;

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
const database = await createTestDatabase("chain");
try {
  const store = await openStore({ dataDir: "", databaseUrl: database.url }, silent);
  await store.close();
  const pool = new pg.Pool({ connectionString: database.url, max: connections });
  // The pool ends before its last connections, and the database is dropped meanwhile.
  pool.on("connect", (client) => client.on("error", () => undefined));
  await Promise.all(Array.from({ length: connections }, () => change(pool)));
  const [{ fsync } = { fsync: "" }] = await database.ask<{ fsync: string }>("show fsync");
  const rows: Record<string, object> = {};
  for (const asked of [rate, Infinity])
    for (let turn = 1; turn <= turns; turn += 1)
      for (const chained of [true, false]) {
        const verb = chained ? "enable" : "disable";
        await database.ask(`alter table audit_log ${verb} trigger audit_log_chained`);
        const name = `${asked === Infinity ? "all there is room for" : `${asked} a second`}, ${chained ? "chained" : "not"} (${turn})`;
        rows[name] = toFigures(await (asked === Infinity ? fill(pool) : keepRate(pool, asked)));
      }
  console.log(`${connections} connections, ${seconds} s each, fsync ${fsync}; milliseconds from when it was due`);
  console.table(rows);
  await pool.end();
} finally {
  await database.drop();
}
process.exit();

async function change(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (let i = 0; i < readsEach; i += 1) await client.query("select * from candidates where id = $1", ["nobody"]);
    await client.query("insert into telemetry (kind, entry, received_at) values ('event', '{}', app_now())");
    await client.query("insert into audit_log (event, detail, at) values ('bench', '{}', app_now())");
    await client.query("commit");
  } finally {
    client.release();
  }
}

/** Milliseconds of each change from its due time, at this many a second. */
async function keepRate(pool: pg.Pool, asked: number): Promise<number[]> {
  const startedAt = performance.now();
  const running: Promise<number>[] = [];
  for (let i = 0; i < asked * seconds; i += 1) {
    const due = startedAt + (i * 1000) / asked;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    running.push(change(pool).then(() => performance.now() - due));
  }
  return Promise.all(running);
}

/** Milliseconds of each change, one after the other on every connection. */
async function fill(pool: pg.Pool): Promise<number[]> {
  const spent: number[] = [];
  const until = performance.now() + seconds * 1000;
  const work = async () => {
    for (let now = performance.now(); now < until; now = performance.now()) {
      await change(pool);
      spent.push(performance.now() - now);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return spent;
}

function toFigures(spent: number[]): object {
  const sorted = spent.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10;
  return { "a second": Math.round(spent.length / seconds), half: at(0.5), "99 of 100": at(0.99), longest: at(0.9999) };
}
