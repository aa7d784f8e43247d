import { createReadStream, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTar } from "#server/cli/backup-file/tar.ts";
import { writeBackup, type Installation } from "#server/cli/backup-file/write.ts";
import type { Log } from "#server/platform/log.ts";
import { openExistingStore } from "#server/platform/store/database.ts";
import { eventually } from "../../../support/eventually.ts";
import { makeTemporaryFolder } from "../../../support/temporary-folder.ts";
import { startTestApp, type TestApp } from "../../app.ts";
import { macKey } from "./mac-key.ts";

const server = process.env["DATABASE_URL"];

test("skips an upload that is claimed during the backup, and includes the others", async () => {
  const app = await startTestApp();
  const { dataDir } = app.settings;
  const uploads = path.join(dataDir, "uploads");
  mkdirSync(uploads, { recursive: true });
  writeFileSync(path.join(uploads, "a"), "first");
  // Listed with the folder, but gone when it is opened.
  symlinkSync(path.join(uploads, "none"), path.join(uploads, "b"));
  writeFileSync(path.join(uploads, "c"), "x".repeat(100_000));
  const file = path.join(makeTemporaryFolder(), "backup");
  const { db, ports } = app.services;
  await writeBackup({ db, storage: ports.storage, dataDir }, file, macKey);
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
  const logged: string[] = [];
  const add = (_fields: unknown, message?: string) => void logged.push(message ?? "");
  const log: Log = { info: add, warn: add, error: add, debug: () => undefined };
  let app: TestApp;
  let opened: Awaited<ReturnType<typeof openExistingStore>>;

  /** An installation with one file, whose bytes `read` returns. */
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
    // Defaults that an administrator set for servers.
    for (const limit of ["statement_timeout", "idle_in_transaction_session_timeout"])
      await pool.query(
        `do $$ begin execute format('alter database %I set ${limit} = ''100ms''', current_database()); end $$`,
      );
    opened = await openExistingStore(app.settings.databaseUrl!, log);
  });
  afterAll(async () => {
    await opened?.close();
    await app?.close();
  });

  test("has no time limits, even when the database has defaults for servers", async () => {
    const limits = await opened.db.execute(
      sql`select name, setting from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by 1`,
    );
    expect(limits.rows).toEqual([
      { name: "idle_in_transaction_session_timeout", setting: "0" },
      { name: "statement_timeout", setting: "0" },
    ]);
  });

  test("fails when its session is ended during the copy, and leaves no file", async () => {
    const folder = makeTemporaryFolder();
    const from = toInstallation(async function* () {
      await app.services.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
      );
      await eventually(() => expect(logged).toContain("database connection lost"));
      yield Buffer.from("x");
    });
    await expect(writeBackup(from, path.join(folder, "backup"), macKey)).rejects.toThrow(/^Client has encountered/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
