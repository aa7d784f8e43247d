import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeAudit } from "#server/platform/audit.ts";
import { openStore, transact, type Store } from "#server/platform/store/database.ts";
import { archiveLedger } from "#server/platform/store/ledger-archive.ts";
import { canRewriteLedgers, checkLedger, makeLedgerMonths, type ChainLink } from "#server/platform/store/ledger.ts";
import { startTestApp, type TestApp } from "../../app.ts";

let app: TestApp;
let txnId: string;

beforeAll(async () => {
  app = await startTestApp();
  const { pool } = app.services;
  txnId = "ledger-test";
  for (const event of ["one", "two", "three"]) await writeAudit(app.services.db, event, null, { n: 1 });
  await pool.query(
    "insert into state_ledger (transaction_id, item, from_state, to_state, moved_by, moved_at) values ($1, null, 'A', 'B', 'test', app_now())",
    [txnId],
  );
});

afterAll(() => app.close());

const check = (known?: ChainLink) => transact(app.services.db, (tx) => checkLedger(tx, known));

/** Runs statements with the triggers off, as only the owner of the database could. */
async function bypassTriggers(...statements: string[]): Promise<void> {
  const tables = ["state_ledger", "audit_log", "order_ledger", "ledger_chain"];
  for (const table of tables) await app.services.pool.query(`alter table ${table} disable trigger all`);
  for (const statement of statements) await app.services.pool.query(statement);
  for (const table of tables) await app.services.pool.query(`alter table ${table} enable trigger all`);
}

test.each(["state_ledger", "audit_log", "order_ledger", "ledger_chain"])(
  "refuses to change, delete and truncate rows of %s",
  async (table) => {
    await app.services.pool.query(
      "insert into order_ledger (order_id, to_status, amount_minor, moved_at) values ('o', 'Pending', 1, app_now())",
    );
    const { rows } = await app.services.pool.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = $1 and data_type = 'text' limit 1",
      [table],
    );
    const column = rows[0]!.column_name;
    await expect(app.services.pool.query(`update ${table} set ${column} = 'x'`)).rejects.toThrow("append-only");
    await expect(app.services.pool.query(`delete from ${table}`)).rejects.toThrow("append-only");
    await expect(app.services.pool.query(`truncate ${table}`)).rejects.toThrow("append-only");
  },
);

test("chains every row, in any time zone of the session", async () => {
  const report = await check();
  expect(report.faults).toEqual([]);
  expect(report.rows).toBeGreaterThan(3);
  await app.services.pool.query("set timezone = 'Asia/Kolkata'");
  await writeAudit(app.services.db, "elsewhere", null);
  await app.services.pool.query("set timezone = 'UTC'");
  expect((await check()).faults).toEqual([]);
});

test("reports a rewritten row, until it has its old content again", async () => {
  await bypassTriggers("update audit_log set event = 'forged' where event = 'two'");
  expect((await check()).faults).toEqual([
    expect.stringMatching(/^audit_log \d+ \(link \d+\) is not what was written$/),
  ]);
  await bypassTriggers("update audit_log set event = 'two' where event = 'forged'");
  expect((await check()).faults).toEqual([]);
  await bypassTriggers(`update state_ledger set to_state = 'C' where transaction_id = '${txnId}'`);
  expect((await check()).faults).toEqual([expect.stringContaining("state_ledger")]);
  await bypassTriggers(`update state_ledger set to_state = 'B' where transaction_id = '${txnId}'`);
});

test("reports removed and inserted rows", async () => {
  await bypassTriggers(
    "create table kept as select * from audit_log where event = 'three'",
    "delete from audit_log where event = 'three'",
  );
  expect((await check()).faults).toEqual([expect.stringContaining("was removed")]);
  await bypassTriggers("insert into audit_log select * from kept", "drop table kept");
  expect((await check()).faults).toEqual([]);
  await bypassTriggers("insert into audit_log (event, detail, at) values ('put in', '{}', now())");
  expect((await check()).faults).toEqual([expect.stringContaining("has no link")]);
  await bypassTriggers("delete from audit_log where event = 'put in'");
});

test("reports a rewritten chain by a link that was noted before", async () => {
  const { head } = await check();
  await writeAudit(app.services.db, "after", null);
  expect((await check(head)).faults).toEqual([]);
  await bypassTriggers(
    "update audit_log set event = 'forged' where event = 'two'",
    `do $$ declare last text := ''; link record; begin
       set local timezone = 'UTC';
       for link in select c.seq, c.source, coalesce(to_jsonb(s), to_jsonb(a), to_jsonb(o)) as body from ledger_chain c
         left join state_ledger s on c.source = 'state_ledger' and s.id = c.row_id
         left join audit_log a on c.source = 'audit_log' and a.seq = c.row_id
         left join order_ledger o on c.source = 'order_ledger' and o.id = c.row_id order by c.seq
       loop
         last := chain_hash(last, link.source, link.body);
         update ledger_chain set hash = last where seq = link.seq;
       end loop; end $$`,
  );
  expect((await check()).faults).toEqual([]);
  expect((await check(head)).faults).toEqual([`link ${head!.seq} differs from the noted one`]);
  const cut = { seq: 1_000_000, hash: head!.hash };
  expect((await check(cut)).faults[0]).toMatch(/^the chain ends at \d+, before/);
});

const server = process.env["DATABASE_URL"];
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

describe.skipIf(!server)("on PostgreSQL, when another role owns the tables", () => {
  const name = `sanad_owner_${randomBytes(6).toString("hex")}`;
  const url = (role: string) => {
    const at = new URL(server!);
    at.username = role;
    at.password = "of-the-test";
    at.pathname = `/${name}`;
    return at.href;
  };
  const administer = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  let store: Store;

  beforeAll(async () => {
    await administer(
      `create role ${name}_owner login password 'of-the-test'`,
      `create role ${name}_app login password 'of-the-test'`,
      `create database ${name} owner ${name}_owner template template0`,
    );
  });

  afterAll(async () => {
    await store?.close();
    await administer(`drop database ${name} with (force)`, `drop role ${name}_owner`, `drop role ${name}_app`);
  });

  const open = (owner?: string) =>
    openStore({ dataDir: "", databaseUrl: url(`${name}_app`), ...(owner && { databaseOwnerUrl: owner }) }, silent);

  test("starts as the server's role only after the owner has migrated", async () => {
    await expect(open()).rejects.toThrow(/Failed query: CREATE SCHEMA|permission denied/);
    await expect(open(url(`${name}_app`))).rejects.toThrow("are of one role");
    await (await open(url(`${name}_owner`))).close();
    store = await open();
    expect(await canRewriteLedgers(store.db)).toBe(false);
  });

  test("works, but can neither rewrite the ledgers nor turn their triggers off", async () => {
    await writeAudit(store.db, "written", null);
    for (const table of ["state_ledger", "audit_log", "order_ledger", "ledger_chain"]) {
      for (const statement of [
        `delete from ${table}`,
        `truncate ${table}`,
        `alter table ${table} disable trigger all`,
        `drop table ${table}`,
      ])
        await expect(store.pool.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
    }
    for (const statement of [
      "update audit_log set event = 'x'",
      "insert into state_ledger (transaction_id, from_state, to_state, moved_by, moved_at) values ('t', 'A', 'B', 'x', now())",
      "select record_transition('t', null, 'A', 'B', null)",
      "update orders set amount_minor = 1",
      "delete from orders",
      "update refunds set amount_minor = 1",
      "drop trigger orders_guard on orders",
      "set session_replication_role = 'replica'",
      "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
      "update ledger_months.audit_log_other set event = 'x'",
      "select * from ledger_months.audit_log_other",
      "create table ledger_months.mine ()",
      "select make_ledger_month('2020-01-01')",
      "alter table audit_log detach partition ledger_months.audit_log_other",
    ])
      await expect(store.pool.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
    expect(await transact(store.db, (tx) => checkLedger(tx))).toMatchObject({ rows: 1, faults: [] });
  });

  test("cannot archive the ledgers", async () => {
    const out = { write: async () => undefined, end: async () => undefined };
    await expect(transact(store.db, (tx) => archiveLedger(tx, "2020-01", out))).rejects.toThrow("Only the owner");
  });

  test("gets its month tables from the owner", async () => {
    const readMonths = async () => {
      const { rows } = await store.pool.query<{ name: string; owner: string }>(
        "select relname as name, pg_get_userbyid(relowner) as owner from pg_class where relnamespace = 'ledger_months'::regnamespace and relkind = 'r' order by 1",
      );
      return rows;
    };
    const before = await readMonths();
    await store.pool.query("update sandbox_clock set offset_ms = extract(epoch from interval '70 days') * 1000");
    await makeLedgerMonths(store.db);
    const after = await readMonths();
    expect(after.length - before.length).toBeGreaterThanOrEqual(6);
    expect(new Set(after.map(({ owner }) => owner))).toEqual(new Set([`${name}_owner`]));
    await writeAudit(store.db, "in the month that was made", null);
    expect(await canRewriteLedgers(store.db)).toBe(false);
    expect(await transact(store.db, (tx) => checkLedger(tx))).toMatchObject({ rows: 2, faults: [] });
  });

  const asOwner = async (...statements: string[]) => {
    const owner = new pg.Client({ connectionString: url(`${name}_owner`) });
    await owner.connect();
    for (const statement of statements) await owner.query(statement);
    await owner.end();
  };

  test("starts on the schema of a newer release, and its owner grants it nothing that the newer release withholds", async () => {
    await asOwner(
      "comment on function app_now() is '1000000 0123456789abcdef'",
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)",
      "create table newer_ledger ()",
    );
    await (await open()).close();
    await (await open(url(`${name}_owner`))).close();
    await expect(store.pool.query("select from newer_ledger")).rejects.toThrow("permission denied");
    await asOwner("delete from drizzle.__drizzle_migrations where hash = 'newer'");
    await (await open()).close();
  });

  test("does not start with functions of an older release or with missing migrations", async () => {
    await asOwner("comment on function app_now() is 'another'");
    await expect(open()).rejects.toThrow("not up to date");
    await asOwner(
      "comment on function app_now() is '1000000 0123456789abcdef'",
      "delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)",
    );
    await expect(open()).rejects.toThrow("not up to date");
  });
});
