import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf } from "./sample-documents.ts";
import { sendStubbornly } from "./stubborn-client.ts";

const utility = "/utility/api/1.0";
const folders = ["incoming", "uploads", "files"];

/** Whether this machine allows mounting a small disk. */
const canMount = process.platform === "linux" && process.getuid?.() === 0 && tryMount();

describe.skipIf(!canMount)(`a full disk${canMount ? "" : ": skipped, no disk can be mounted here"}`, () => {
  let app: TestApp;
  let base: string;
  let token: string;
  const small = (folder: string) => path.join(app.settings.dataDir, folder);
  beforeAll(async () => {
    await buildDetectWorker();
    app = await startTestApp({ config: await definitionsConfig() });
    base = await app.server.listen({ port: 0, host: "127.0.0.1" });
    token = (await app.signIn(newMobile())).accessToken;
  });
  afterAll(() => app?.close());

  test("rejects an upload with 503, keeps nothing of it, and accepts it after space is freed", async () => {
    for (const folder of folders.slice(0, 2)) mount(small(folder), "256k");
    try {
      const large = await makePdf(undefined, 2_000_000);
      const answer = await sendFile(app, `${utility}/files`, token, large);
      expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 120 }]);
      const looked = await sendFile(app, `${utility}/detect-document-issues`, token, large);
      expect(looked.statusCode).toBe(503);
      const { port } = new URL(base);
      for (const path of [`${utility}/files`, `${utility}/detect-document-issues`])
        expect(
          await sendStubbornly({ port: Number(port), path, token }, await makePdf(undefined, 20_000_000)),
        ).toMatchObject({ sent: true, status: 503, body: { code: 120, message: expect.stringMatching(/try again/i) } });
      const piece = await sendPieces(large);
      expect([piece.status, await piece.json()]).toMatchObject([
        503,
        { code: 120, message: expect.stringMatching(/try again/i) },
      ]);
      // Received bytes stay: the candidate resumes from there.
      const left = await fetch(piece.url, { method: "HEAD", headers: toHead() });
      expect(Number(left.headers.get("upload-offset"))).toBeGreaterThan(100_000);
      // A new upload is rejected too, and does not count towards the candidate's limit of twenty.
      for (let turn = 0; turn < 21; turn += 1) expect((await begin(large)).status).toBe(503);
      expect(readdirSync(small("incoming"))).toEqual([]);
      expect((await app.call("GET", "/health")).statusCode).toBe(200);
    } finally {
      for (const folder of folders.slice(0, 2)) execFileSync("umount", [small(folder)]);
    }
    expect((await sendFile(app, `${utility}/files`, token, await makePdf())).json()).toMatchObject({ code: 0 });
  });

  const toHead = () => ({ authorization: `Bearer ${token}`, "tus-resumable": "1.0.0" });
  const begin = (bytes: Buffer) =>
    fetch(`${base}${utility}/uploads`, {
      method: "POST",
      headers: { ...toHead(), "upload-length": String(bytes.length) },
    });
  /** Sends a resumable upload in one piece and returns the response to the piece. */
  async function sendPieces(bytes: Buffer): Promise<Response> {
    const begun = await begin(bytes);
    return fetch(base + begun.headers.get("location"), {
      method: "PATCH",
      headers: { ...toHead(), "upload-offset": "0", "content-type": "application/offset+octet-stream" },
      body: new Uint8Array(bytes),
    });
  }
});

function mount(folder: string, size: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=700`, "tmpfs", folder], { stdio: "ignore" });
}

function tryMount(): boolean {
  const folder = path.join("/tmp", `sanad-test-mount-${process.pid}`);
  try {
    mount(folder, "64k");
    execFileSync("umount", [folder]);
    return true;
  } catch {
    return false;
  }
}
