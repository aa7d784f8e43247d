import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { hostileFiles, makeBomb } from "./hostile-files.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf } from "./sample-documents.ts";

const utility = "/utility/api/1.0";
let app: TestApp;
let token: string;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  token = (await app.signIn(newMobile(), { name: "Asha Verma", identity: true })).accessToken;
});
afterAll(() => app?.close());

const countFiles = async () =>
  (await app.services.pool.query<{ n: number }>("select count(*)::int as n from files")).rows[0]!.n;
describe("hostile files", () => {
  test.each(Object.values(hostileFiles))("rejects $what with a reason and keeps nothing", async ({ make, reason }) => {
    const before = await countFiles();
    const bytes = await make();
    const answer = await sendFile(app, `${utility}/files`, token, bytes, { name: "paper.pdf" });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      415,
      { code: 114, message: expect.stringMatching(reason) },
    ]);
    const inspected = await sendFile(app, `${utility}/detect-document-issues`, token, bytes, { name: "paper.pdf" });
    const inspection = inspected.json<{
      message?: string;
      data?: { state: string; reason: string; uploadId: string };
    }>();
    if (inspected.statusCode === 200) {
      expect(inspection.data).toMatchObject({ state: "ERROR", reason: expect.stringMatching(reason) });
      expect(
        (await app.call("POST", `${utility}/files`, { token, body: { uploadId: inspection.data!.uploadId } })).json(),
      ).toMatchObject({ code: 114, message: expect.stringMatching(reason) });
    } else expect(inspection.message).toMatch(reason);
    expect(await countFiles()).toBe(before);
  });

  test("rejects a PDF bomb in bounded time and memory while the server keeps answering", async () => {
    const bytes = makeBomb();
    const before = process.memoryUsage().rss;
    const began = Date.now();
    const looking = sendFile(app, `${utility}/detect-document-issues`, token, bytes);
    const health = await app.call("GET", "/health");
    expect(health.statusCode).toBe(200);
    expect((await looking).json()).toMatchObject({
      data: { state: "ERROR", reason: expect.stringMatching(/larger when it is opened/) },
    });
    expect((await sendFile(app, `${utility}/files`, token, bytes)).json()).toMatchObject({
      code: 114,
      message: expect.stringMatching(/larger when it is opened/),
    });
    // Twice a thread's limit.
    expect(Date.now() - began).toBeLessThan(60_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    expect((await sendFile(app, `${utility}/files`, token, await makePdf())).statusCode).toBe(200);
  });

  test("accepts a scan whose text mentions HTML tags", async () => {
    const document = await makePdf(["How to write <html> and <script> by hand", "Roll No. 4711"]);
    expect((await sendFile(app, `${utility}/files`, token, document)).statusCode).toBe(200);
  });
});
