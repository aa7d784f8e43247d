import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transact } from "#server/platform/store/database.ts";
import { bringUpToDate } from "#server/platform/store/up-to-date.ts";
import { appRoot } from "#server/root.ts";
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
    let started: Promise<void> | undefined;
    await transact(app.services.db, async (tx) => {
      await tx.execute(sql`lock table candidates in row exclusive mode`);
      if (!started) {
        started = bringUpToDate(pool);
        while ((await pool.query(isWaiting)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      }
      // Which the other one has already: each waits for the other.
      await tx.execute(sql`lock table transactions in row exclusive mode`);
    });
    await started;
    const { rows } = await pool.query("select obj_description('app_now()'::regprocedure, 'pg_proc') as version");
    expect(rows[0].version).toMatch(/^\d+ [0-9a-f]{16}$/);
  },
);

describe("a server that starts where another release was", () => {
  const readFunction = async () => {
    const { rows } = await app.services.pool.query<{ text: string }>(
      "select prosrc as text from pg_proc where oid = 'recent_moments(timestamptz[], interval)'::regprocedure",
    );
    return rows[0]!.text;
  };
  /** Another release has made something else of a function. */
  const renew = async (version: string) => {
    const { pool } = app.services;
    await pool.query(
      "create or replace function recent_moments(moments timestamptz[], span interval) returns timestamptz[] language sql stable as 'select moments -- another'",
    );
    await pool.query(`comment on function app_now() is '${version}'`);
  };

  test("leaves functions of a higher version as they are: a newer release is at work with them, or was before a rollback", async () => {
    await renew("1000000 0123456789abcdef");
    await bringUpToDate(app.services.pool);
    expect(await readFunction()).toBe("select moments -- another");
  });

  test("leaves those behind further migrations as they are, whatever their version is", async () => {
    const { pool } = app.services;
    await renew("another");
    await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)");
    await bringUpToDate(pool);
    expect(await readFunction()).toBe("select moments -- another");
    await pool.query("delete from drizzle.__drizzle_migrations where hash = 'newer'");
  });

  test("replaces those of a lower version, and others of its own", async () => {
    const { pool } = app.services;
    for (const version of ["another", "0 0123456789abcdef"]) {
      await renew(version);
      await bringUpToDate(pool);
      expect(await readFunction(), version).not.toBe("select moments -- another");
    }
  });
});

test("functions and rights change with their version", () => {
  const read = (name: string) => readFileSync(path.join(appRoot, "server/platform/store", name), "utf8");
  const [version = "", ...lines] = read("functions.sql").split("\n");
  const hash = createHash("sha256")
    .update(lines.join("\n") + read("grants.sql"))
    .digest("hex");
  const now = `(${hash.slice(0, 16)})`;
  expect(version).toMatch(/^-- Version [1-9]\d* /);
  expect(version, `raise the number in the first line of functions.sql, and write ${now} behind it`).toContain(now);
});
