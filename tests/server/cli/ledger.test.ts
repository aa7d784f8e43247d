import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clearTables, endTables } from "#server/cli/backup-file/tables.ts";
import { writeBackup, type Installation } from "#server/cli/backup-file/write.ts";
import { archiveToFile, checkArchiveFile } from "#server/cli/ledger-archive-file.ts";
import { secretNames } from "#server/platform/secret-lists.ts";
import { transact } from "#server/platform/store/database.ts";
import { checkLedger, type ChainLink } from "#server/platform/store/ledger.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { macKey, restoreBackup } from "./backup-file/mac-key.ts";

const folder = makeTemporaryFolder();
const secrets = Object.fromEntries(secretNames.map((name) => [name, [name.padEnd(32, "x")]]));
const file = (name: string) => path.join(folder, name);
let app: TestApp;
let noted: ChainLink;
let notedEarly: ChainLink;

const query = (statement: string) => app.services.pool.query(statement);
const check = (known?: ChainLink) => transact(app.services.db, (tx) => checkLedger(tx, known));
const archive = (name: string, before: string) => archiveToFile(app.services.db, file(name), before);
const countOld = async (before: string) => {
  const { rows } = await query(
    `select (select count(*) from state_ledger where moved_at < '${before}') + (select count(*) from audit_log where at < '${before}')
       + (select count(*) from order_ledger where moved_at < '${before}') as n`,
  );
  return Number(rows[0].n);
};

/** Two years with one row of each ledger a month, in order of time. */
beforeAll(async () => {
  app = await startTestApp({ settings: { secrets } });
  // Removes the rows of the start, which have the present date.
  const ledgers = ["state_ledger", "audit_log", "order_ledger", "ledger_chain"];
  await app.services.db.transaction(async (tx) => {
    await clearTables(tx, ledgers);
    await endTables(tx, ledgers);
  });
  await query("update sandbox_clock set offset_ms = extract(epoch from '2026-11-15T12:00:00Z' - now()) * 1000");
  await query(
    "select make_ledger_month(('2024-12-01'::date + n * interval '1 month')::date) from generate_series(0, 22) n",
  );
  for (const statement of [
    "insert into candidates (id, mobile, display_name, created_at) values ('c', '+919000000001', 'Asha', now())",
    "insert into transactions (id, candidate_id, org_id, form_id, release_id, state, active_at, created_at, updated_at) values ('t', 'c', 'o', 'f', 'r', 'B', now(), now(), now())",
    "alter table orders disable trigger user",
    `insert into orders (id, transaction_id, candidate_id, org_id, form_id, region, provider, express, currency, amount_minor, cart, covers, status, closed_at, created_at, updated_at)
       select 'o' || n, 't', 'c', 'o', 'f', 'IN', 'p', false, '₹', 1, '{}', '[]', 'Success', now(), '2024-12-15'::timestamptz + n * interval '1 month', now() from generate_series(0, 23) n`,
    "alter table orders enable trigger user",
  ])
    await query(statement);
  for (let n = 0; n < 24; n += 1) {
    const at = `'2024-12-15T08:00:00Z'::timestamptz + ${n} * interval '1 month'`;
    await query(`insert into audit_log (event, detail, at) values ('e${n}', '{"é": ${n}}', ${at})`);
    await query(
      `insert into state_ledger (transaction_id, from_state, to_state, moved_by, moved_at) values ('t', 'A', 'B', 'test', ${at})`,
    );
    await query(
      `insert into order_ledger (order_id, to_status, amount_minor, moved_at) values ('o${n}', 'Success', 1, ${at})`,
    );
    // A row whose transaction started in the month before.
    if (n === 4) await query("insert into audit_log (event, detail, at) values ('late', '{}', '2025-03-31T23:59:59Z')");
    if (n === 5) notedEarly = (await check()).head!;
  }
  noted = (await check()).head!;
});
afterAll(() => app?.close());

test("refuses to archive the last twelve months, or a broken chain", async () => {
  expect(await check()).toMatchObject({ rows: 73, faults: [] });
  await expect(archive("young", "2025-12")).rejects.toThrow("what was before 2025-11 can be archived");
  await query("alter table audit_log disable trigger user");
  await query("update audit_log set event = 'forged' where event = 'e3'");
  await expect(archive("forged", "2025-04")).rejects.toThrow("was rewritten");
  await query("update audit_log set event = 'e3' where event = 'forged'");
  await query("alter table audit_log enable trigger user");
  expect(await archive("none", "2024-12")).toBeUndefined();
  expect(["young", "forged", "none"].filter((name) => existsSync(file(name)))).toEqual([]);
  expect(await countOld("2025-04-01")).toBe(13);
});

test("moves older months to a file, drops their tables, and continues the chain after it", async () => {
  const archived = (await archive("first", "2025-04"))!;
  // Four months of three rows; the late row comes after the first of April.
  expect(archived).toMatchObject({ seq: 12, before: "2025-04" });
  expect(await countOld("2025-04-01")).toBe(1);
  const { rows } = await query(
    "select relname as name from pg_class where relnamespace = 'ledger_months'::regnamespace and relkind = 'r' and relname < 'state_ledger_2025_04' and relname > 'state_ledger_' order by 1",
  );
  expect(rows).toEqual([]);
  expect((await query("select min(seq)::int as first from ledger_chain")).rows).toEqual([{ first: 12 }]);
  expect(await check(noted)).toMatchObject({ faults: [], archived, rows: 73 - 12 + 1 });
  expect(statSync(file("first")).mode & 0o777).toBe(0o600);
  expect(await checkArchiveFile(file("first"))).toMatchObject({
    rows: 12,
    after: { seq: 0, hash: "" },
    head: { seq: archived.seq, hash: archived.hash },
    faults: [],
  });
  await expect(query("delete from ledger_chain")).rejects.toThrow("append-only");
  await expect(query("delete from audit_log")).rejects.toThrow("append-only");
  await expect(query("truncate ledger_months.audit_log_other")).rejects.toThrow("append-only");
});

test("continues the first file with a second one, and checks a noted link in the file that contains it", async () => {
  await expect(archive("first", "2025-06")).rejects.toThrow("EEXIST");
  const first = await checkArchiveFile(file("first"));
  const archived = (await archive("second", "2025-10"))!;
  const second = await checkArchiveFile(file("second"), notedEarly);
  expect(second).toMatchObject({ after: first.head, head: { seq: archived.seq, hash: archived.hash }, faults: [] });
  expect(gunzipSync(readFileSync(file("second"))).toString()).toContain('"event\\": \\"late\\"');
  expect(await countOld("2025-10-01")).toBe(0);
  expect((await check(noted)).faults).toEqual([]);
  expect((await check(notedEarly)).faults).toEqual([`link ${notedEarly.seq} is in an archive: check it there`]);
  expect((await checkArchiveFile(file("first"), notedEarly)).faults).toEqual([
    `link ${notedEarly.seq} that was noted is not in this file, which has 1 to 12`,
  ]);
});

test("detects an archive that was rewritten or cut", async () => {
  const lines = gunzipSync(readFileSync(file("second")))
    .toString()
    .trimEnd()
    .split("\n");
  const write = (name: string, changed: string[]) => {
    writeFileSync(file(name), gzipSync(`${changed.join("\n")}\n`));
    return checkArchiveFile(file(name));
  };
  const other = lines.map((line) => line.replace('\\"late\\"', '\\"lute\\"'));
  expect((await write("other", other)).faults).toEqual([expect.stringMatching(/link \d+ \(audit_log\) is not what/)]);
  expect((await write("cut", lines.toSpliced(4, 1))).faults[0]).toMatch(/links 16 to 16 are missing/);
});

test("backs up and restores the rest as a whole chain", async () => {
  const toInstallation = ({ services, settings }: TestApp): Installation => ({
    db: services.db,
    storage: services.ports.storage,
    dataDir: settings.dataDir,
  });
  await writeBackup(toInstallation(app), file("backup"), macKey);
  const other = await startTestApp({ settings: { secrets } });
  await restoreBackup(toInstallation(other), file("backup"));
  const report = await transact(other.services.db, (tx) => checkLedger(tx, noted));
  expect(report).toMatchObject({ faults: [], archived: { before: "2025-10" } });
  await other.close();
});

test("detects changes of remaining rows, and archived rows that are still present", async () => {
  const behind = async (...statements: string[]) => {
    for (const table of ["audit_log", "ledger_chain"]) await query(`alter table ${table} disable trigger user`);
    for (const statement of statements) await query(statement);
    for (const table of ["audit_log", "ledger_chain"]) await query(`alter table ${table} enable trigger user`);
  };
  await behind("update audit_log set event = 'forged' where event = 'e20'");
  expect((await check()).faults).toEqual([expect.stringContaining("is not what was written")]);
  await behind("update audit_log set event = 'e20' where event = 'forged'");
  await behind("insert into audit_log (event, detail, at) values ('put back', '{}', '2025-01-01')");
  expect((await check()).faults).toEqual([expect.stringContaining("has no link")]);
  await behind("delete from audit_log where event = 'put back'");
  const { rows } = await query("select seq, hash from ledger_chain where seq = 60");
  await behind("update ledger_chain set hash = repeat('0', 64) where seq = (select min(seq) from ledger_chain)");
  expect((await check()).faults[0]).toMatch(/at which the archive ends, has another hash/);
  await behind(
    "update ledger_chain set hash = (select detail->>'hash' from audit_log where event = 'ledger-archived' order by seq desc limit 1) where seq = (select min(seq) from ledger_chain)",
  );
  expect((await check()).faults).toEqual([]);
  // A false audit line that claims a larger archive, so that rows would stay unchecked.
  await query(
    `insert into audit_log (event, detail, at) values ('ledger-archived', '{"link": 60, "hash": "${rows[0].hash}", "before": "2026-06"}', now())`,
  );
  expect((await check()).faults.length).toBeGreaterThan(3);
});
