import { createReadStream, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTar } from "#server/cli/archive/tar.ts";
import { writeBackup, type Installation } from "#server/cli/archive/write.ts";
import type { Log } from "#server/platform/log.ts";
import { openAsItIs } from "#server/platform/store/database.ts";
import { eventually } from "../../../eventually.ts";
import { makeFolder } from "../../../make-folder.ts";
import { startTestApp, type TestApp } from "../../app.ts";

const server = process.env["DATABASE_URL"];

test("an upload that is claimed while the backup is made is left out of it, and those beside are in it", async () => {
  const app = await startTestApp();
  const { dataDir } = app.settings;
  const uploads = path.join(dataDir, "uploads");
  mkdirSync(uploads, { recursive: true });
  writeFileSync(path.join(uploads, "a"), "first");
  // There when the folder is read, gone when it is opened.
  symlinkSync(path.join(uploads, "none"), path.join(uploads, "b"));
  writeFileSync(path.join(uploads, "c"), "x".repeat(100_000));
  const file = path.join(makeFolder(), "backup");
  const { db, ports } = app.services;
  await writeBackup({ db, storage: ports.storage, dataDir }, file);
  await app.close();
  const found: [string, string][] = [];
  for await (const { name, bytes } of readTar(createReadStream(file).pipe(createGunzip()))) {
    let text = "";
    for await (const part of bytes) text += part.toString();
    if (name.startsWith("uploads/")) found.push([name, text]);
  }
  expect(found).toEqual([
    ["uploads/a", "first"],
    ["uploads/c", "x".repeat(100_000)],
  ]);
});

describe.skipIf(!server)("on PostgreSQL", () => {
  const told: string[] = [];
  const tell = (_fields: unknown, message?: string) => void told.push(message ?? "");
  const log: Log = { info: tell, warn: tell, error: tell, debug: () => undefined };
  let app: TestApp;
  let opened: Awaited<ReturnType<typeof openAsItIs>>;

  /** With one file, of which `read` gives the bytes. */
  const toInstallation = (read: () => AsyncIterable<Buffer>): Installation => ({
    db: opened.db,
    storage: { ...app.services.ports.storage, open: async () => ({ sizeBytes: 1, bytes: Readable.from(read()) }) },
    dataDir: app.settings.dataDir,
  });

  beforeAll(async () => {
    app = await startTestApp();
    const { pool } = app.services;
    await pool.query(
      "insert into candidates (id, mobile, display_name, created_at) values ('c', '+91', 'Asha', now())",
    );
    await pool.query(
      "insert into files (id, candidate_id, file_name, content_type, size_bytes, sha256, created_at) values ('f', 'c', 'a.pdf', 'application/pdf', 1, '', now())",
    );
    // Of what an administrator finds right for servers.
    for (const limit of ["statement_timeout", "idle_in_transaction_session_timeout"])
      await pool.query(
        `do $$ begin execute format('alter database %I set ${limit} = ''100ms''', current_database()); end $$`,
      );
    opened = await openAsItIs(app.settings.databaseUrl!, log);
  });
  afterAll(async () => {
    await opened?.close();
    await app?.close();
  });

  test("who opens a database as it is may take the time that a backup takes, whatever it grants to servers", async () => {
    const limits = await opened.db.execute(
      sql`select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by 1`,
    );
    expect(limits.rows).toEqual([
      { name: "idle_in_transaction_session_timeout", setting: "0" },
      { name: "statement_timeout", setting: "0" },
    ]);
  });

  test("a session that is ended while files are copied fails the backup, and leaves neither a whole file nor half of one", async () => {
    const folder = makeFolder();
    const from = toInstallation(async function* () {
      await app.services.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
      );
      await eventually(() => expect(told).toContain("database connection lost"));
      yield Buffer.from("x");
    });
    await expect(writeBackup(from, path.join(folder, "backup"))).rejects.toThrow(/^Client has encountered/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
