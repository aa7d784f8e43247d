import http from "node:http";
import type { AddressInfo } from "node:net";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getAllowedUrl, openUrl } from "#server/files/uploads/from-url.ts";
import { toUploadFolders } from "#server/files/storage/upload-folders.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { sendStubbornly } from "./stubborn-client.ts";

const MB = 1024 * 1024;
const boundary = "x";
let app: TestApp;
let token: string;
let port: number;
beforeAll(async () => {
  app = await startTestApp();
  token = (await app.signIn(newMobile())).accessToken;
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  port = (app.server.server.address() as AddressInfo).port;
});
afterAll(() => app?.close());

/** Later bytes are sent slowly, because the response of a busy machine takes a while. */
const hurriesUntil = 26 * MB;

/** Streams bytes as one file over a real connection. Returns the response and the number of sent bytes. */
function stream(
  bytes: number,
  options: { path?: string; declared?: boolean } = {},
): Promise<{ status: number; code: number; sent: number }> {
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const piece = Buffer.alloc(64 * 1024, "x");
  return new Promise((resolve, reject) => {
    let sent = 0;
    let answered = false;
    const request = http.request(
      {
        port,
        host: "127.0.0.1",
        method: "POST",
        path: options.path ?? "/utility/api/1.0/files",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": `multipart/form-data; boundary=${boundary}`,
          ...(options.declared && { "content-length": head.length + bytes + tail.length }),
        },
      },
      (response) => {
        answered = true;
        const before = sent;
        let body = "";
        response.on("data", (part: Buffer) => (body += part.toString()));
        response.on("end", () =>
          resolve({ status: response.statusCode!, code: (JSON.parse(body) as { code: number }).code, sent: before }),
        );
      },
    );
    // The server closes the connection of a client that keeps sending.
    request.on("error", (error) => (answered ? undefined : reject(error)));
    const more = () => {
      while (!answered && !request.destroyed && sent < bytes) {
        sent += piece.length;
        const isTaken = request.write(piece);
        if (sent > hurriesUntil) return void setTimeout(more, 20);
        if (!isTaken) return void request.once("drain", more);
      }
      if (!answered) request.end(tail);
    };
    request.write(head, more);
  });
}

describe("a file that is too large, over a real connection", () => {
  test("is rejected while it streams 26 MB without a length, with little memory and nothing on the disk", async () => {
    await stream(MB);
    global.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    const answers = [await stream(26 * MB), await stream(200 * MB)];
    clearInterval(watch);
    for (const { status, code, sent } of answers) {
      expect([status, code]).toEqual([413, 113]);
      // Socket buffers add to the 25 MB.
      expect(sent).toBeLessThan(48 * MB);
    }
    expect((peak - before) / MB).toBeLessThan(100);
    const { folders } = toUploadFolders(app.settings.dataDir);
    for (const folder of Object.values(folders)) expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(path.join(app.settings.dataDir, "files"))).toBe(false);
  });

  test("is rejected unread when it announces its length", async () => {
    const { status, code, sent } = await stream(200 * MB, { declared: true });
    expect([status, code]).toEqual([413, 113]);
    expect(sent).toBeLessThan(12 * MB);
  });

  test.each([
    ["while it streams", 40 * MB],
    ["and after it ends", 60 * MB],
  ])("gets its answer to a client that keeps sending, %s", async (_when, size) => {
    const heard = await sendStubbornly(
      { port, path: "/utility/api/1.0/files", token },
      Buffer.alloc(size, "%PDF-1.7 "),
    );
    expect(heard).toMatchObject({ sent: true, status: 413, body: { code: 113, message: expect.stringMatching(/25/) } });
  });

  test("gets its answer too when it is no file or not signed in", async () => {
    const file = Buffer.alloc(8 * MB, "no paper ");
    const to = { port, path: "/utility/api/1.0/files", token };
    expect(await sendStubbornly(to, file)).toMatchObject({ sent: true, status: 415, body: { code: 114 } });
    expect(await sendStubbornly({ ...to, token: "nobody" }, file)).toMatchObject({ sent: true, status: 401 });
  });

  test("leaves the server working, even where no file is expected", async () => {
    expect((await stream(MB, { path: "/web-wallet/api/1.0/profile/chat" })).status).toBe(415);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  });
});

describe("an address to fetch from", () => {
  const hosts = ["papers.example", "localhost", "169.254.169.254"];

  test.each([
    "http://papers.example/a",
    "https://papers.example:8443/a",
    "https://user:pass@papers.example/a",
    "https://papers.example.evil.example/a",
    "https://evil.example/papers.example",
    "https://papers.example@evil.example/",
    "https://papers.example./a",
    "https://sub.papers.example/a",
    "ftp://papers.example/a",
    "file:///etc/passwd",
    "gopher://papers.example/",
    "data:text/plain,x",
    "javascript:alert(1)",
    "//papers.example/a",
    "https:/\\evil.example",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://[::1]/",
    "https://127.1/",
    "https://evil.example#papers.example",
    "https://evil.example?papers.example",
    "",
    " ",
    "https://",
  ])("%j is rejected", (url) => {
    expect(() => getAllowedUrl(url, hosts)).toThrow("check-form");
  });

  test("is never connected to when it is allowed but in a private network", async () => {
    let connections = 0;
    const trap = http.createServer(() => (connections += 1)).listen(0);
    for (const url of ["https://localhost/a", "https://169.254.169.254/latest/meta-data"]) {
      await expect(openUrl(getAllowedUrl(url, hosts))).rejects.toMatchObject({ kind: "invalid" });
    }
    expect(connections).toBe(0);
    trap.close();
  });
});
