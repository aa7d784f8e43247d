import path from "node:path";
import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clearTables, endTables, listTables, writeRows } from "#server/cli/backup-file/tables.ts";
import { writeBackup, type Installation } from "#server/cli/backup-file/write.ts";
import { transact } from "#server/platform/store/database.ts";
import { makeTemporaryFolder } from "../../../support/temporary-folder.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { macKey, restoreBackup } from "./mac-key.ts";

const folder = makeTemporaryFolder();
let app: TestApp;
let other: TestApp;

/** One value for each column type. The keys are in an order that only `json` keeps. */
const values: Readonly<Record<string, string>> = {
  text: "'x'",
  bytea: "'\\x00ff'",
  integer: "1",
  bigint: "1",
  boolean: "true",
  json: `'{"zebra": 1.50,\n  "a": {"b": null, "aa": "é\\n"}}'`,
  jsonb: `'{"zebra": 1.50, "a": {"b": null, "aa": "é\\n"}}'`,
  "timestamp with time zone": "'2026-01-02T03:04:05.678901Z'",
  "timestamp with time zone[]": `'{2026-01-02T03:04:05.678901Z}'`,
  "text[]": `'{x,"y ,z"}'`,
};

/** Adds a row to each table. All ids are equal, so every reference is valid. Rows from the start stay. */
async function fillTables({ services: { pool, db } }: TestApp): Promise<void> {
  await pool.query("insert into state_transitions values ('item', 'NOT_INITIALIZED', 'x')");
  for (const table of await listTables(db)) {
    const { rows } = await pool.query<{ name: string; type: string }>(
      `select quote_ident(attname) as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and pg_get_serial_sequence($1::text, attname::text) is null`,
      [table],
    );
    const names = rows.map(({ name }) => name).join();
    const given = rows.map(({ type }) => values[type]).join();
    await pool.query(`insert into ${table} (${names}) values (${given}) on conflict do nothing`);
  }
}

/** All rows of all tables, formatted by `toText` and sorted. */
async function readAll({ services: { db } }: TestApp, toText: SQL): Promise<Map<string, string[]>> {
  const all = new Map<string, string[]>();
  for (const table of await listTables(db)) {
    const { rows } = await db.execute<{ line: string }>(
      sql`select ${toText} as line from ${sql.identifier(table)} t order by 1`,
    );
    all.set(
      table,
      rows.map(({ line }) => line),
    );
  }
  return all;
}

const toInstallation = ({ services, settings }: TestApp): Installation => ({
  db: services.db,
  storage: services.ports.storage,
  dataDir: settings.dataDir,
});

beforeAll(async () => {
  [app, other] = [await startTestApp(), await startTestApp()];
  await fillTables(app);
});
afterAll(async () => {
  await app?.close();
  await other?.close();
});

/** The stored text; a line break in a JSON value may become a space. */
const asItIs = sql`replace(t::text, chr(10), ' ')`;

test("restores every table exactly, and continues its sequences", async () => {
  const file = path.join(folder, "backup");
  const before = await readAll(app, asItIs);
  for (const [table, lines] of before) expect(lines, `${table} has a row`).not.toEqual([]);
  await writeBackup(toInstallation(app), file, macKey);
  await restoreBackup(toInstallation(other), file);
  expect(await readAll(other, asItIs)).toEqual(before);
  const counting = await other.services.db.execute<{ name: string; key: string; sequence: string }>(sql`
    select table_name as name, column_name as key, pg_get_serial_sequence(table_name, column_name) as sequence
    from information_schema.columns where table_schema = 'public' and pg_get_serial_sequence(table_name, column_name) is not null`);
  expect(counting.rows.length).toBeGreaterThan(3);
  for (const { name, key, sequence } of counting.rows) {
    const { rows } = await other.services.pool.query(
      `select nextval('${sequence}') > max(${key}) as fresh from ${name}`,
    );
    expect(rows, `${name}.${key}`).toEqual([{ fresh: true }]);
  }
});

test("restores an older backup with every value as jsonb", async () => {
  const asBefore = sql`to_jsonb(t)::text`;
  const old = await readAll(app, asBefore);
  await transact(other.services.db, async (tx) => {
    await clearTables(tx, [...old.keys()]);
    for (const [table, lines] of old)
      expect(await writeRows(tx, table, lines.map((line) => `${line}\n`).join(""))).toBe(lines.length);
    await endTables(tx, [...old.keys()]);
  });
  expect(await readAll(other, asBefore)).toEqual(old);
});
