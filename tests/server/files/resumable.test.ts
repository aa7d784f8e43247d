import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepFiles } from "#server/files/storage/sweep.ts";
import { eventually } from "../../support/eventually.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf } from "./sample-documents.ts";

const uploads = "/utility/api/1.0/uploads";
let app: TestApp;
let base: string;
let token: string;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  base = await app.server.listen({ port: 0, host: "127.0.0.1" });
  token = (await app.signIn(newMobile())).accessToken;
});
afterAll(() => app?.close());

const send = (method: string, url: string, headers: Record<string, string> = {}, body?: Buffer, bearer = token) =>
  fetch(base + url, {
    method,
    headers: { "tus-resumable": "1.0.0", ...(bearer && { authorization: `Bearer ${bearer}` }), ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
const patch = (url: string, offset: number, bytes: Buffer, bearer = token) =>
  send(
    "PATCH",
    url,
    { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    bytes,
    bearer,
  );
const create = async (length: number) =>
  (
    await send("POST", uploads, {
      "upload-length": String(length),
      "upload-metadata": `filename ${Buffer.from("../grade sheet.pdf").toString("base64")}`,
    })
  ).headers.get("location") ?? "";

describe("a resumable upload", () => {
  test("resumes where it stopped and becomes a file with unchanged bytes", async () => {
    const pdf = await makePdf();
    const location = await create(pdf.length);
    expect(location).toMatch(/^\/utility\/api\/1\.0\/uploads\/[A-Za-z0-9_-]{22}$/);
    expect((await patch(location, 0, pdf.subarray(0, 20_000))).status).toBe(204);
    expect((await patch(location, 0, pdf.subarray(0, 20_000))).status).toBe(409);
    const head = await send("HEAD", location);
    expect(head.headers.get("upload-offset")).toBe("20000");
    const uploadId = location.split("/").pop()!;
    expect((await app.call("POST", "/utility/api/1.0/files", { token, body: { uploadId } })).json()).toMatchObject({
      code: 106,
    });
    expect((await patch(location, 20_000, pdf.subarray(20_000))).status).toBe(204);
    const report = await app.call("POST", "/utility/api/1.0/detect-document-issues", { token, body: { uploadId } });
    expect(report.json()).toMatchObject({ code: 0, data: { state: "COMPLETED", uploadId } });
    const stored = await app.call("POST", "/utility/api/1.0/files", { token, body: { uploadId } });
    expect(stored.json()).toMatchObject({ code: 0, data: { fileName: "grade sheet.pdf", sizeBytes: pdf.length } });
    const read = await app.call("GET", stored.json().data.fileUrl, { token });
    expect(createHash("sha256").update(read.rawPayload).digest("hex")).toBe(
      createHash("sha256").update(pdf).digest("hex"),
    );
    expect((await app.call("POST", "/utility/api/1.0/files", { token, body: { uploadId } })).json().data).toEqual(
      stored.json().data,
    );
  });

  test("is finished with all its bytes, even if the server crashed before it stored that", async () => {
    const pdf = await makePdf();
    const uploadId = (await create(pdf.length)).split("/").pop()!;
    const url = `${uploads}/${uploadId}`;
    await patch(url, 0, pdf.subarray(0, 20_000));
    const claim = () => app.call("POST", "/utility/api/1.0/files", { token, body: { uploadId } });
    expect((await claim()).json()).toMatchObject({ code: 106 });
    await patch(url, 20_000, pdf.subarray(20_000));
    await app.services.pool.query("update uploads set state = 'receiving' where id = $1", [uploadId]);
    // The client sees that nothing is left to send.
    expect((await send("HEAD", url)).headers.get("upload-offset")).toBe(String(pdf.length));
    expect((await claim()).json()).toMatchObject({ code: 0, data: { sizeBytes: pdf.length } });
  });

  test("is rejected while the database is down, and resumes afterwards", async () => {
    const pdf = await makePdf();
    const location = await create(pdf.length);
    const full = "raise exception 'no space left on device' using errcode = '53100'";
    await app.services.pool.query(
      `create function refuse_uploads() returns trigger language plpgsql as $$ begin ${full}; end $$`,
    );
    await app.services.pool.query(
      "create trigger refuse_uploads before insert or update on uploads for each row execute function refuse_uploads()",
    );
    const refused = [await patch(location, 0, pdf), await send("POST", uploads, { "upload-length": "50000" })];
    await app.services.pool.query("drop function refuse_uploads cascade");
    for (const answer of refused) {
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await answer.json()).toMatchObject({ code: 120, reason: "try-again-soon" });
    }
    expect((await send("HEAD", location)).headers.get("upload-offset")).toBe(String(pdf.length));
    const body = { uploadId: location.split("/").pop() };
    expect((await app.call("POST", "/utility/api/1.0/files", { token, body })).json()).toMatchObject({ code: 0 });
  });

  test("belongs to its owner, requires a bearer token, and has a maximum size", async () => {
    const location = await create(50_000);
    const stranger = (await app.signIn(newMobile())).accessToken;
    expect((await patch(location, 0, Buffer.alloc(10), stranger)).status).toBe(404);
    expect((await send("HEAD", location, {}, undefined, stranger)).status).toBe(404);
    expect((await send("DELETE", location, {}, undefined, stranger)).status).toBe(404);
    expect((await send("HEAD", location, {}, undefined, "")).status).toBe(401);
    const tooLarge = await send("POST", uploads, { "upload-length": String(25 * 1024 * 1024 + 1) });
    expect([tooLarge.status, await tooLarge.json()]).toMatchObject([413, { code: 113 }]);
    expect(
      (
        await send("POST", uploads, { "upload-length": "10", "x-sanad-upload-id": "chosen-by-a-client-0000" })
      ).headers.get("location"),
    ).not.toContain("chosen");
    expect((await send("DELETE", location)).status).toBe(204);
    expect((await send("HEAD", location)).status).toBe(404);
  });

  test("is identified by its path only, also with a query in the address", async () => {
    const theirs = await create(50_000);
    const victim = theirs.split("/").pop()!;
    const stranger = (await app.signIn(newMobile())).accessToken;
    const own = (await send("POST", uploads, { "upload-length": "50000" }, undefined, stranger)).headers.get(
      "location",
    )!;
    const offset = async (url: string, bearer: string) =>
      (await send("HEAD", url, {}, undefined, bearer)).headers.get("upload-offset");
    await patch(theirs, 0, Buffer.alloc(1000));
    for (const behind of [`?/${victim}`, `?x=/${victim}`, `?/${victim}/`]) {
      expect(await offset(own + behind, stranger)).toBe("0");
      expect((await patch(own + behind, 1000, Buffer.alloc(10), stranger)).status).toBe(409);
    }
    expect((await patch(`${own}?/${victim}`, 0, Buffer.alloc(10), stranger)).status).toBe(204);
    expect(await offset(own, stranger)).toBe("10");
    expect((await send("DELETE", `${own}?/${victim}`, {}, undefined, stranger)).status).toBe(204);
    expect(await offset(theirs, token)).toBe("1000");
  });

  test("counts towards the candidate's upload limit", async () => {
    const mobile = newMobile();
    const bearer = (await app.signIn(mobile)).accessToken;
    const begin = () => send("POST", uploads, { "upload-length": "50000" }, undefined, bearer);
    expect((await begin()).status).toBe(201);
    await app.services.pool.query(
      "update rate_limits set count = 300 from candidates where mobile = $1 and key = 'files ' || id",
      [mobile],
    );
    expect((await begin()).status).toBe(429);
  });

  test("leaves no bytes after it is deleted, even when the deletion fails", async () => {
    const names = () => readdirSync(path.join(app.settings.dataDir, "uploads"));
    const before = names();
    const location = await create(50_000);
    await patch(location, 0, Buffer.alloc(1000));
    expect((await send("DELETE", location, { "tus-resumable": "0.2.2" })).status).toBe(400);
    expect((await send("HEAD", location)).status).toBe(404);
    const begun = { "upload-length": "50000", "content-type": "application/offset+octet-stream" };
    expect((await send("POST", uploads, begun, Buffer.alloc(50_001))).status).not.toBe(201);
    await eventually(() => expect(names()).toEqual(before));
  });

  test("is swept with its bytes when it is not claimed", async () => {
    const location = await create(50_000);
    await patch(location, 0, Buffer.alloc(1000, 1));
    const id = location.split("/").pop()!;
    const names = () => readdirSync(path.join(app.settings.dataDir, "uploads"));
    expect(names()).toContain(id);
    await app.advance(25 * 3600);
    await sweepFiles(app.services);
    expect(names().filter((name) => name.startsWith(id))).toEqual([]);
  });

  test("is limited in unclaimed bytes, incomplete or finished, under concurrency too", async () => {
    const mobile = newMobile();
    const bearer = (await app.signIn(mobile)).accessToken;
    const largest = 25 * 1024 * 1024;
    const begin = (length: number) => send("POST", uploads, { "upload-length": String(length) }, undefined, bearer);
    const answers = await Promise.all(Array.from({ length: 30 }, () => begin(largest)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    await app.services.pool.query(
      "update uploads set state = 'finished' where candidate_id = (select id from candidates where mobile = $1)",
      [mobile],
    );
    const full = await begin(50_000);
    expect([full.status, await full.json()]).toMatchObject([429, { code: 108 }]);
    expect(Number(full.headers.get("retry-after"))).toBeGreaterThan(23 * 3600);
    const names = () => readdirSync(path.join(app.settings.dataDir, "uploads"));
    const before = names();
    const checked = await sendFile(
      app,
      "/utility/api/1.0/detect-document-issues",
      bearer,
      await makePdf(undefined, 60_000),
    );
    expect(checked.statusCode).toBe(429);
    expect(names()).toEqual(before);
    await app.advance(24 * 3600);
    const next = (await app.signIn(mobile)).accessToken;
    expect((await send("POST", uploads, { "upload-length": "50000" }, undefined, next)).status).toBe(201);
  });
});
