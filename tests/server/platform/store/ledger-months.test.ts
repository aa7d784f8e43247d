import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeAudit } from "#server/platform/audit.ts";
import { openStore, transact, type Database } from "#server/platform/store/database.ts";
import { checkLedger, makeLedgerMonths } from "#server/platform/store/ledger.ts";
import { buildWorker } from "../../../support/database-template.ts";
import { makeTemporaryFolder } from "../../../support/temporary-folder.ts";
import { createTestDatabase } from "../../../support/test-database.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { makeFormerDatabase } from "./former-database.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
const server = process.env["DATABASE_URL"];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const check = (db: Database) => transact(db, (tx) => checkLedger(tx));

/** The month tables that have rows, in order. */
async function readPlaces(db: Database, ledger: string): Promise<string[]> {
  const { rows } = await db.execute<{ place: string }>(
    sql`select distinct tableoid::regclass::text as place from ${sql.identifier(ledger)} order by 1`,
  );
  return rows.map(({ place }) => place);
}

const monthOf = (moment: Date) => moment.toISOString().slice(0, 7).replace("-", "_");

test("writes rows to the table of their month, and to the other table when their month has none", async () => {
  const { db, clock, pool } = app.services;
  await writeAudit(db, "now", null);
  expect(await readPlaces(db, "audit_log")).toEqual([`ledger_months.audit_log_${monthOf(await clock.now())}`]);
  await pool.query("insert into audit_log (event, detail, at) values ('long ago', '{}', '1999-12-31T23:59:59.999Z')");
  expect(await readPlaces(db, "audit_log")).toContain("ledger_months.audit_log_other");
  expect((await check(db)).faults).toEqual([]);
});

test("moves rows to a month table that is made late, and keeps them append-only", async () => {
  const { db, clock, pool } = app.services;
  await pool.query("update sandbox_clock set offset_ms = extract(epoch from interval '200 days') * 1000");
  await writeAudit(db, "ahead of its table", null);
  await pool.query(
    "insert into state_ledger (transaction_id, from_state, to_state, moved_by, moved_at) values ('t', 'A', 'B', 'test', app_now())",
  );
  expect(await readPlaces(db, "state_ledger")).toEqual(["ledger_months.state_ledger_other"]);
  await makeLedgerMonths(db);
  const place = `ledger_months.state_ledger_${monthOf(await clock.now())}`;
  expect(await readPlaces(db, "state_ledger")).toEqual([place]);
  expect((await check(db)).faults).toEqual([]);
  for (const statement of [
    `update ${place} set to_state = 'C'`,
    `delete from ${place}`,
    `truncate ${place}`,
    "truncate ledger_months.audit_log_other",
    "delete from ledger_months.audit_log_other",
  ])
    await expect(pool.query(statement), statement).rejects.toThrow("append-only");
});

/** Rows of two years, from before there were month tables. */
async function fillTwoYears(db: Database): Promise<void> {
  for (const statement of [
    `insert into audit_log (event, candidate_id, detail, at) select 'e' || i, 'c', '{"z": 1, "a": "ü"}', '2024-11-15T10:00:00.123456Z'::timestamptz + i * interval '1 month' from generate_series(1, 24) i`,
    `insert into state_ledger (transaction_id, item, from_state, to_state, moved_by, moved_at) select 't', null, 'S' || i, 'S' || i + 1, 'test', '2024-11-30T23:59:59Z'::timestamptz + i * interval '1 month' from generate_series(1, 24) i`,
    "insert into order_ledger (order_id, to_status, amount_minor, moved_at) values ('o', 'Pending', 1, '2025-03-31T23:59:59.999Z'), ('o', 'Success', 1, '2025-04-01T00:00:00Z')",
  ])
    await db.execute(sql.raw(statement));
}

test("migrates an older database: each row to its month, with a whole chain and continuing numbers", async () => {
  await buildWorker();
  const dataDir = makeTemporaryFolder();
  const database = server ? await createTestDatabase("former") : undefined;
  const place = { dataDir, ...(database && { databaseUrl: database.url }) };
  try {
    await makeFormerDatabase(place, "0012_ledgers_by_month", fillTwoYears);
    const store = await openStore(place, silent);
    try {
      expect(await check(store.db)).toMatchObject({ rows: 50, faults: [] });
      const places = await readPlaces(store.db, "state_ledger");
      expect(places).toHaveLength(24);
      expect(places[0]).toBe("ledger_months.state_ledger_2024_12");
      expect(await readPlaces(store.db, "order_ledger")).toEqual([
        "ledger_months.order_ledger_2025_03",
        "ledger_months.order_ledger_2025_04",
      ]);
      await writeAudit(store.db, "after", null);
      const { rows } = await store.db.execute<{ seq: string }>(sql`select max(seq) as seq from audit_log`);
      expect(Number(rows[0]!.seq)).toBe(25);
      expect(await check(store.db)).toMatchObject({ rows: 51, faults: [] });
    } finally {
      await store.close();
    }
  } finally {
    await database?.drop();
  }
});
