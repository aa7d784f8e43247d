import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transact } from "#server/platform/store/database.ts";
import { migrateDatabase } from "#server/platform/store/migrate.ts";
import { appRoot } from "#server/root.ts";
import { startTestApp, type TestApp } from "../../app.ts";

const server = process.env["DATABASE_URL"];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const isWaiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

test("changes nothing when a server of the same release starts while others work", async () => {
  const { pool } = app.services;
  const read = async () => (await pool.query("select oid, xmin from pg_trigger order by oid")).rows;
  const before = await read();
  await migrateDatabase(pool);
  expect(await read()).toEqual(before);
});

test.skipIf(!server)("waits and then starts when a migration deadlocks with a server at work", async () => {
  const { pool } = app.services;
  await pool.query("comment on function app_now() is 'of an older one'");
  let started: Promise<void> | undefined;
  await transact(app.services.db, async (tx) => {
    await tx.execute(sql`lock table candidates in row exclusive mode`);
    if (!started) {
      started = migrateDatabase(pool);
      while ((await pool.query(isWaiting)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // The other connection holds this lock, so each waits for the other.
    await tx.execute(sql`lock table transactions in row exclusive mode`);
  });
  await started;
  const { rows } = await pool.query("select obj_description('app_now()'::regprocedure, 'pg_proc') as version");
  expect(rows[0].version).toMatch(/^\d+ [0-9a-f]{16}$/);
});

describe("a server that starts after another release", () => {
  const readFunction = async () => {
    const { rows } = await app.services.pool.query<{ text: string }>(
      "select prosrc as text from pg_proc where oid = 'recent_moments(timestamptz[], interval)'::regprocedure",
    );
    return rows[0]!.text;
  };
  /** Replaces a function, as another release would. */
  const renew = async (version: string) => {
    const { pool } = app.services;
    await pool.query(
      "create or replace function recent_moments(moments timestamptz[], span interval) returns timestamptz[] language sql stable as 'select moments -- another'",
    );
    await pool.query(`comment on function app_now() is '${version}'`);
  };

  test("keeps functions of a higher version, because a newer release uses them or was rolled back", async () => {
    await renew("1000000 0123456789abcdef");
    await migrateDatabase(app.services.pool);
    expect(await readFunction()).toBe("select moments -- another");
  });

  test("keeps functions of any version after unknown migrations", async () => {
    const { pool } = app.services;
    await renew("another");
    await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)");
    await migrateDatabase(pool);
    expect(await readFunction()).toBe("select moments -- another");
    await pool.query("delete from drizzle.__drizzle_migrations where hash = 'newer'");
  });

  test("replaces functions of a lower version, and different ones of the same version", async () => {
    const { pool } = app.services;
    for (const version of ["another", "0 0123456789abcdef"]) {
      await renew(version);
      await migrateDatabase(pool);
      expect(await readFunction(), version).not.toBe("select moments -- another");
    }
  });
});

test("has a new version for each change of functions and grants", () => {
  const read = (name: string) => readFileSync(path.join(appRoot, "server/platform/store", name), "utf8");
  const [version = "", ...lines] = read("functions.sql").split("\n");
  const hash = createHash("sha256")
    .update(lines.join("\n") + read("grants.sql"))
    .digest("hex");
  const now = `(${hash.slice(0, 16)})`;
  expect(version).toMatch(/^-- Version [1-9]\d* /);
  expect(version, `raise the number in the first line of functions.sql, and write ${now} behind it`).toContain(now);
});
