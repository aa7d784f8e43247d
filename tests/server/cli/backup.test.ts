import { readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FixtureAnswer } from "#engine/contract/sandbox.ts";
import type { MacKeys } from "#server/cli/backup-file/verify.ts";
import { writeBackup, type BackupCounts, type Installation } from "#server/cli/backup-file/write.ts";
import { secretNames } from "#server/platform/secret-lists.ts";
import { transact } from "#server/platform/store/database.ts";
import { checkLedger } from "#server/platform/store/ledger.ts";
import { createS3Storage } from "#server/ports/storage-s3.ts";
import { startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { buildDetectWorker } from "../files/sample-documents.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";
import { startStandInS3, type StandInS3 } from "../ports/s3.ts";
import { begin, tenth, wallet, type TestCandidate } from "../wallet/transactions/candidate.ts";
import { macKey, restoreBackup } from "./backup-file/mac-key.ts";

/** Secrets from outside, as in production; both installations have the same. */
const secrets = Object.fromEntries(secretNames.map((name) => [name, [name.padEnd(32, "x")]]));
const folder = makeTemporaryFolder();
const file = path.join(folder, "backup");
let s3: StandInS3;
let app: TestApp;
/** Empty, with files in a folder, until a complete backup is restored. */
let elsewhere: TestApp;
let candidate: TestCandidate;
let fileUrl: string;
let paper: Buffer;
let counted: BackupCounts;
/** A candidate with one completed verification and other pending ones. */
let asha: { token: string; txnId: string };

const toInstallation = ({ services, settings }: TestApp): Installation => ({
  db: services.db,
  storage: services.ports.storage,
  dataDir: settings.dataDir,
});
const draft = `${wallet}/transactions/bgv-degree/draft`;
const read = (from: TestApp, token = candidate.token) => from.call("GET", fileUrl, { token });
const complete = (at: TestApp, txnId: string, verificationName?: string) =>
  at.call("POST", "/sandbox/verifier", { body: { txnId, verificationName, outcome: "complete" } });
const listCredentials = async (from: TestApp) =>
  (await from.call("GET", "/web-wallet/api/1.0/credentials?count=100", { token: asha.token })).json<{
    data: { list: { id: string }[] };
  }>().data.list;
const readNumbers = async (from: TestApp) =>
  (await from.services.pool.query<{ number: number }>("select number from credential_statuses order by 1")).rows.map(
    ({ number }) => number,
  );
/** The stored text, in its key order. */
const readDefinitionTexts = async (from: TestApp) =>
  (await from.services.pool.query("select id, org_id, definitions::text from releases order by 1, 2")).rows;

/** Submits a whole form, and decides one of its verifications. */
async function submitForm(): Promise<typeof asha> {
  const made = await app.call("POST", "/sandbox/fixture", { body: { name: "ready-to-submit" } });
  const { candidates, transactions } = made.json<FixtureAnswer>();
  const token = candidates["asha"]!.accessToken;
  const { txnId } = Object.values(transactions)[0]!;
  const sent = { orgId: "harbour", txnId };
  const handedIn = await app.call("POST", `${wallet}/transactions/process`, { token, body: sent });
  expect(handedIn.statusCode, handedIn.body).toBe(200);
  expect((await complete(app, txnId, "bgv-tenth")).json()).toMatchObject({ state: "IN_PROGRESS" });
  return { token, txnId };
}

beforeAll(async () => {
  await buildDetectWorker();
  s3 = await startStandInS3();
  app = await startTestApp({ config: await definitionsConfig(), settings: { secrets } });
  candidate = await begin(app, "harbour", "background-check", { identity: true, process: true });
  fileUrl = await candidate.upload();
  await candidate.save("bgv-tenth", tenth(fileUrl));
  const { orgId, txnId } = candidate;
  await candidate.call("PUT", `${draft}?orgId=${orgId}&txnId=${txnId}`, {
    version: 0,
    data: { course: "Physics" },
  });
  paper = (await read(app)).rawPayload;
  asha = await submitForm();
  await app.services.pool.query("select make_ledger_month('2020-02-01')");
  await app.services.pool.query("insert into audit_log (event, detail, at) values ('long ago', '{}', '2020-02-03')");
  counted = await writeBackup(toInstallation(app), file, macKey);
  elsewhere = await startEmpty(false);
});
afterAll(async () => {
  await app?.close();
  await elsewhere?.close();
  await s3?.close();
});

/** An empty installation. */
const startEmpty = async (inBucket: boolean) =>
  startTestApp({
    config: await definitionsConfig(),
    settings: { secrets },
    ...(inBucket && { ports: { storage: createS3Storage(s3.settings) } }),
  });

test("leaves the installation empty when the backup is missing, incomplete, rewritten or of another release", async () => {
  const bytes = gunzipSync(readFileSync(file));
  const write = (name: string, content: Buffer) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const cut = write("cut", readFileSync(file));
  truncateSync(cut, statSync(file).size - 200);
  const text = bytes.toString("latin1");
  // As an earlier release wrote it: nothing but its ledger and its release can be compared.
  const old = text.slice(0, text.lastIndexOf("manifest.txt"));
  const rewrite = (before: string, after: string) => {
    expect(old).toContain(before);
    return gzipSync(Buffer.concat([Buffer.from(old.replace(before, after), "latin1"), Buffer.alloc(1024)]));
  };
  const [migration = ""] = /"migrations":\["\w/.exec(text) ?? [];
  const cases: [string, MacKeys, RegExp][] = [
    [path.join(folder, "not-there"), [macKey], /no such file/],
    [cut, [macKey], /damaged or cut in [\w./-]+: unexpected end/],
    [write("headless", gzipSync(bytes.subarray(0, bytes.length - 2048))), [macKey], /damaged or cut/],
    [write("another", rewrite(migration, `${migration.slice(0, -1)}-`)), "unchecked", /another release/],
    [write("rewritten", rewrite('"moved_by":"t', '"moved_by":"x')), "unchecked", /was rewritten/],
  ];
  for (const [place, keys, reason] of cases) {
    await expect(restoreBackup(toInstallation(elsewhere), place, keys), place).rejects.toThrow(reason);
    expect((await elsewhere.services.pool.query("select count(*)::int as n from candidates")).rows).toEqual([{ n: 0 }]);
  }
});

test.each([
  ["a folder", false],
  ["a bucket", true],
])("restores an unfinished transaction into an empty installation with files in %s", async (_name, inBucket) => {
  const other = inBucket ? await startEmpty(true) : elsewhere;
  await restoreBackup(toInstallation(other), file);
  expect((await read(other)).rawPayload.equals(paper)).toBe(true);
  if (inBucket) expect(s3.objects.size).toBe(counted.files);
  const { orgId, txnId, token } = candidate;
  const request = (method: "GET" | "PUT" | "POST", url: string, body?: object) =>
    other.call(method, url, { token, body });
  const kept = await request("GET", `${draft}?orgId=${orgId}&txnId=${txnId}`);
  expect(kept.json().data).toMatchObject({ version: 1, data: { course: "Physics" } });
  const before = await request("GET", `${wallet}/transactions/info?orgId=${orgId}&txnId=${txnId}`);
  expect(before.json().data.verificationList["bgv-tenth"].subTypeList).toHaveLength(1);
  // The installation works: sequences continue, triggers run, and the chain continues over the restore.
  const removed = await other.call("DELETE", `${wallet}/transactions/bgv-tenth?orgId=${orgId}&txnId=${txnId}`, {
    token,
  });
  expect(removed.statusCode, removed.body).not.toBe(500);
  const skipped = await request("POST", `${wallet}/transactions/process/mark-as-skip`, {
    orgId,
    txnId,
    verificationNameList: ["bgv-twelfth"],
  });
  expect(skipped.statusCode, skipped.body).toBe(200);
  await expect(other.services.pool.query("delete from state_ledger")).rejects.toThrow("append-only");
  const report = await transact(other.services.db, (tx) => checkLedger(tx));
  expect(report.faults).toEqual([]);
  const old = await other.services.pool.query(
    "select tableoid::regclass::text as place from audit_log where event = 'long ago'",
  );
  expect(old.rows).toEqual([{ place: "ledger_months.audit_log_2020_02" }]);
  await expect(other.services.pool.query("truncate ledger_months.audit_log_2020_02")).rejects.toThrow("append-only");
  const own = await transact(app.services.db, (tx) => checkLedger(tx));
  expect(report.rows).toBeGreaterThan(own.rows);
  if (inBucket) await other.close();
});

test("keeps issued credentials, gives new ones unused indexes, and keeps definitions exactly", async () => {
  const other = elsewhere;
  expect(await readDefinitionTexts(app)).not.toEqual([]);
  expect(await readDefinitionTexts(other)).toEqual(await readDefinitionTexts(app));
  const [before, taken] = [await listCredentials(app), await readNumbers(app)];
  expect(before).not.toEqual([]);
  expect(taken).not.toEqual([]);
  expect(await readNumbers(other)).toEqual(taken);
  expect((await complete(other, asha.txnId)).json()).toMatchObject({ state: "COMPLETED" });
  const after = await listCredentials(other);
  expect(after.length).toBeGreaterThan(before.length);
  for (const { id } of after) {
    const checked = await other.call("GET", `/web-wallet/api/1.0/credentials/verify/${id}`, { token: asha.token });
    expect(checked.json(), id).toMatchObject({ data: { valid: true } });
  }
  const numbers = await readNumbers(other);
  expect(numbers.slice(0, taken.length)).toEqual(taken);
  expect(numbers).toHaveLength(after.length);
});

test("refuses an installation with candidates", async () => {
  await expect(restoreBackup(toInstallation(elsewhere), file)).rejects.toThrow("is not empty");
});

test("writes a private file that common tools can list", () => {
  expect(counted.files).toBeGreaterThan(1);
  expect(counted.missing).toEqual([]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const bytes = gunzipSync(readFileSync(file));
  expect(bytes.toString("latin1", 0, 17)).toBe("sanad-backup.json");
  expect(bytes.toString("latin1", 257, 262)).toBe("ustar");
});
