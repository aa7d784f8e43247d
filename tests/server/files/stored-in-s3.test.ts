import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { createS3Storage } from "#server/ports/storage-s3.ts";
import { sweepFiles } from "#server/files/storage/sweep.ts";
import { eicar } from "#server/ports/scanner-sandbox.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { startStandInClamd, type StandInClamd } from "../ports/clamd.ts";
import { startStandInS3, type StandInS3 } from "../ports/s3.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf } from "./sample-documents.ts";

const utility = "/utility/api/1.0";
const waitMs = 1000;
let s3: StandInS3;
let clamd: StandInClamd;
let app: TestApp;
let base: string;
let token: string;
let pdf: Buffer;

beforeAll(async () => {
  await buildDetectWorker();
  s3 = await startStandInS3();
  clamd = await startStandInClamd();
  app = await startTestApp({
    config: await definitionsConfig(),
    settings: { s3: s3.settings, clamdUrl: clamd.url },
    ports: { storage: createS3Storage(s3.settings, waitMs) },
  });
  base = await app.server.listen({ port: 0, host: "127.0.0.1" });
  token = (await app.signIn(newMobile())).accessToken;
  pdf = await makePdf();
});
afterAll(async () => {
  await app?.close();
  await clamd?.close();
  await s3?.close();
});
beforeEach(async () => {
  s3.failure = undefined;
  s3.objects.clear();
  await clamd.restart();
});

const upload = async (file = pdf) => {
  const answer = await sendFile(app, `${utility}/files`, token, file);
  return { status: answer.statusCode, ...answer.json<{ code: number; data: { fileUrl: string; scan: string } }>() };
};
const read = (fileUrl: string) => fetch(base + fileUrl, { headers: { authorization: `Bearer ${token}` } });
const onDisk = () => ["incoming", "uploads"].flatMap((folder) => readdirSync(path.join(app.settings.dataDir, folder)));
const countFiles = async () =>
  (await app.services.pool.query<{ n: number }>("select count(*)::int as n from files")).rows[0]!.n;
const rest = () => app.services.jobs.runDue({ all: true });
const scanOf = async (fileUrl: string) =>
  (await app.call("GET", `${fileUrl}/scan`, { token })).json<{ data: { scan: string } }>().data.scan;

test("stores a file only in the bucket and serves it from there", async () => {
  const { data } = await upload();
  expect(s3.objects.get(`files/${data.fileUrl.split("/").pop()}`)?.bytes.equals(pdf)).toBe(true);
  expect(onDisk()).toEqual([]);
  const given = await read(data.fileUrl);
  expect(given.headers.get("content-length")).toBe(String(pdf.length));
  expect(Buffer.from(await given.arrayBuffer()).equals(pdf)).toBe(true);
  s3.requests.length = 0;
  const head = await app.call("HEAD", data.fileUrl, { token });
  expect([head.statusCode, head.headers["content-length"]]).toEqual([200, String(pdf.length)]);
  expect(s3.requests.map((call) => call.split(" ")[0])).toEqual(["HEAD"]);
});

test("answers 503 to an upload while the bucket does, keeps nothing, and claims a checked document later", async () => {
  const report = await sendFile(app, `${utility}/detect-document-issues`, token, pdf);
  const { uploadId } = report.json<{ data: { uploadId: string } }>().data;
  const before = await countFiles();
  s3.failure = { as: "error", status: 503, code: "SlowDown" };
  expect(await upload()).toMatchObject({ status: 503, code: 120 });
  const claim = () => app.call("POST", `${utility}/files`, { token, body: { uploadId } });
  const refused = await claim();
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "10"]);
  expect([await countFiles(), onDisk(), s3.objects.size]).toEqual([before, [uploadId], 0]);
  s3.failure = undefined;
  expect((await claim()).json()).toMatchObject({ code: 0 });
  await expect.poll(onDisk).toEqual([]);
});

test("answers 503, not 404, for a file while the bucket is down", async () => {
  const { data } = await upload();
  for (const failure of [{ as: "silent" }, { as: "error", status: 500, code: "InternalError" }] as const) {
    s3.failure = failure;
    const answer = await read(data.fileUrl);
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 120 }]);
  }
});

test("breaks the response when the bucket's response breaks", async () => {
  const { data } = await upload();
  s3.failure = { as: "cut", afterBytes: 20_000, method: "GET" };
  const answer = await read(data.fileUrl);
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow("terminated");
});

test("scans a waiting file completely from the bucket, and removes it when infected", async () => {
  await clamd.stop();
  const infected = await upload(Buffer.concat([await makePdf(["Another"], 300_000), Buffer.from(`\n%${eicar}`)]));
  const clean = await upload();
  expect([infected.data.scan, clean.data.scan]).toEqual(["waiting", "waiting"]);
  await clamd.restart();
  // The first half alone would be clean.
  s3.failure = { as: "cut", afterBytes: 20_000, method: "GET" };
  await rest();
  await expect.poll(() => s3.requests.at(-1)).toMatch(/^GET files/);
  expect(await scanOf(infected.data.fileUrl)).toBe("waiting");
  s3.failure = { as: "error", status: 503, code: "SlowDown", method: "DELETE" };
  const settle = async () => {
    await app.advance(20);
    await rest();
    return [await scanOf(infected.data.fileUrl), await scanOf(clean.data.fileUrl)];
  };
  await expect.poll(settle, { interval: 200 }).toEqual(["infected", "clean"]);
  // It could not be removed then. The sweep removes it once it is old enough.
  const key = `files/${infected.data.fileUrl.split("/").pop()}`;
  const tries = () => s3.requests.filter((call) => call === `DELETE ${key}`).length;
  await expect.poll(tries).toBe(3);
  expect(s3.objects.has(key)).toBe(true);
  s3.failure = undefined;
  for (const object of s3.objects.values()) object.storedAt = new Date(Date.now() - 2 * 3_600_000);
  await sweepFiles(app.services);
  expect([...s3.objects.keys()]).toEqual([`files/${clean.data.fileUrl.split("/").pop()}`]);
});

test("sweeps old bytes without a row and keeps the others", async () => {
  const { data } = await upload();
  const old = new Date(Date.now() - 2 * 3_600_000);
  const [orphan, fresh] = [`files/${newId()}`, `files/${newId()}`];
  s3.objects.set(orphan, { bytes: pdf, storedAt: old });
  s3.objects.set(fresh, { bytes: pdf, storedAt: new Date() });
  s3.objects.set("elsewhere/kept", { bytes: pdf, storedAt: old });
  s3.objects.get(`files/${data.fileUrl.split("/").pop()}`)!.storedAt = old;
  await sweepFiles(app.services);
  expect([...s3.objects.keys()].sort()).toEqual(
    [`files/${data.fileUrl.split("/").pop()}`, fresh, "elsewhere/kept"].sort(),
  );
});
