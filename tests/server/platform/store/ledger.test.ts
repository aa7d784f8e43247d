import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeAudit } from "#server/platform/audit.ts";
import { openStore, transact, type Store } from "#server/platform/store/database.ts";
import { archiveLedger } from "#server/platform/store/ledger-archive.ts";
import { canRewriteLedgers, checkLedger, makeLedgerMonths, type Link } from "#server/platform/store/ledger.ts";
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

const check = (known?: Link) => transact(app.services.db, (tx) => checkLedger(tx, known));

/** What nobody but the database's owner could do: writes while no trigger looks. */
async function behindItsBack(...statements: string[]): Promise<void> {
  const tables = ["state_ledger", "audit_log", "order_ledger", "ledger_chain"];
  for (const table of tables) await app.services.pool.query(`alter table ${table} disable trigger all`);
  for (const statement of statements) await app.services.pool.query(statement);
  for (const table of tables) await app.services.pool.query(`alter table ${table} enable trigger all`);
}

test.each(["state_ledger", "audit_log", "order_ledger", "ledger_chain"])(
  "%s is not rewritten, not even emptied",
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

test("what was written stands in one chain, whatever the session's time zone is", async () => {
  const report = await check();
  expect(report.faults).toEqual([]);
  expect(report.rows).toBeGreaterThan(3);
  await app.services.pool.query("set timezone = 'Asia/Kolkata'");
  await writeAudit(app.services.db, "elsewhere", null);
  await app.services.pool.query("set timezone = 'UTC'");
  expect((await check()).faults).toEqual([]);
});

test("a row that is rewritten behind its back is named, and is good again when it stands as before", async () => {
  await behindItsBack("update audit_log set event = 'forged' where event = 'two'");
  expect((await check()).faults).toEqual([
    expect.stringMatching(/^audit_log \d+ \(link \d+\) is not what was written$/),
  ]);
  await behindItsBack("update audit_log set event = 'two' where event = 'forged'");
  expect((await check()).faults).toEqual([]);
  await behindItsBack(`update state_ledger set to_state = 'C' where transaction_id = '${txnId}'`);
  expect((await check()).faults).toEqual([expect.stringContaining("state_ledger")]);
  await behindItsBack(`update state_ledger set to_state = 'B' where transaction_id = '${txnId}'`);
});

test("a row that is taken out or put in is named", async () => {
  await behindItsBack(
    "create table kept as select * from audit_log where event = 'three'",
    "delete from audit_log where event = 'three'",
  );
  expect((await check()).faults).toEqual([expect.stringContaining("was taken out")]);
  await behindItsBack("insert into audit_log select * from kept", "drop table kept");
  expect((await check()).faults).toEqual([]);
  await behindItsBack("insert into audit_log (event, detail, at) values ('put in', '{}', now())");
  expect((await check()).faults).toEqual([expect.stringContaining("stands in no link")]);
  await behindItsBack("delete from audit_log where event = 'put in'");
});

test("a chain that is written anew from somewhere on does not pass by a link that was noted before", async () => {
  const { head } = await check();
  await writeAudit(app.services.db, "after", null);
  expect((await check(head)).faults).toEqual([]);
  await behindItsBack(
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
  expect((await check(head)).faults).toEqual([`link ${head!.seq} is another one than was noted`]);
  const cut = { seq: 1_000_000, hash: head!.hash };
  expect((await check(cut)).faults[0]).toMatch(/^the chain ends at \d+, before/);
});

const server = process.env["DATABASE_URL"];
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };

describe.skipIf(!server)("on PostgreSQL, where the tables are another role's", () => {
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

  test("the server's role starts with what the owner has brought up to date, and not before", async () => {
    await expect(open()).rejects.toThrow(/Failed query: CREATE SCHEMA|permission denied/);
    await expect(open(url(`${name}_app`))).rejects.toThrow("are of one role");
    await (await open(url(`${name}_owner`))).close();
    store = await open();
    expect(await canRewriteLedgers(store.db)).toBe(false);
  });

  test("it works with them, and can neither rewrite them nor turn off what watches", async () => {
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
      "select record_move('t', null, 'A', 'B')",
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

  test("it takes nothing out of them, into an archive neither", async () => {
    const out = { write: async () => undefined, end: async () => undefined };
    await expect(transact(store.db, (tx) => archiveLedger(tx, "2020-01", out))).rejects.toThrow("Only the owner");
  });

  test("the months that come are made for it, and belong to the owner", async () => {
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

  test("with what a newer release has brought up to date it starts, and its owner gives it nothing of what that keeps", async () => {
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

  test("with functions of an older release it does not start, nor where migrations are missing", async () => {
    await asOwner("comment on function app_now() is 'another'");
    await expect(open()).rejects.toThrow("not up to date");
    await asOwner(
      "comment on function app_now() is '1000000 0123456789abcdef'",
      "delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)",
    );
    await expect(open()).rejects.toThrow("not up to date");
  });
});
