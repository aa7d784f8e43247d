import { afterAll, beforeAll, expect, test } from "vitest";
import { bringUpToDate } from "#server/platform/store/up-to-date.ts";
import { startTestApp, type TestApp } from "../../app.ts";

const server = process.env["DATABASE_URL"];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const isWaiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

test("a server of the same release that starts changes nothing in the database, whoever is at work in it", async () => {
  const { pool } = app.services;
  const read = async () => (await pool.query("select oid, xmin from pg_trigger order by oid")).rows;
  const before = await read();
  await bringUpToDate(pool);
  expect(await read()).toEqual(before);
});

test.skipIf(!server)(
  "a server of a newer release that starts, and meets one that is at work crosswise, waits and starts",
  async () => {
    const { pool } = app.services;
    await pool.query("comment on function app_now() is 'of an older one'");
    const atWork = await pool.connect();
    await atWork.query("begin");
    await atWork.query("lock table candidates in row exclusive mode");
    const started = bringUpToDate(pool);
    while ((await pool.query(isWaiting)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    // Which the other one has already: each waits for the other.
    await atWork.query("lock table transactions in row exclusive mode");
    await atWork.query("commit");
    atWork.release();
    await started;
    const { rows } = await pool.query("select obj_description('app_now()'::regprocedure, 'pg_proc') as version");
    expect(rows[0].version).toMatch(/^[0-9a-f]{16}$/);
  },
);
