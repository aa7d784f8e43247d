import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DetectionReport } from "#engine/contract/files.ts";
import { toReport } from "#server/files/detection/detect.ts";
import { cpuMs } from "../../support/cpu-time.ts";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf, makePicture, pad } from "./sample-documents.ts";

const utility = "/utility/api/1.0";
let app: TestApp;
let token: string;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  token = (await app.signIn(newMobile(), { name: "Asha Verma", identity: true })).accessToken;
});
afterAll(() => app?.close());

const upload = (file: Buffer, options?: Parameters<typeof sendFile>[4], query = "") =>
  sendFile(app, `${utility}/files${query}`, token, file, options);

describe("POST /files", () => {
  test("stores a file and serves it as an attachment to its owner only", async () => {
    const pdf = await makePdf();
    const stored = await upload(pdf, { name: "Märksheet.pdf" });
    expect(stored.json()).toMatchObject({
      code: 0,
      data: { fileName: "Märksheet.pdf", sizeBytes: pdf.length, type: "application/pdf" },
    });
    const { fileUrl } = stored.json<{ data: { fileUrl: string } }>().data;
    const read = await app.call("GET", fileUrl, { token });
    expect(read.rawPayload.equals(pdf)).toBe(true);
    expect(read.headers).toMatchObject({
      "content-type": "application/pdf",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "content-security-policy": "sandbox; default-src 'none'",
      "content-length": String(pdf.length),
    });
    expect(read.headers["content-disposition"]).toBe(
      "attachment; filename=\"M_rksheet.pdf\"; filename*=UTF-8''M%C3%A4rksheet.pdf",
    );
    const head = await app.call("HEAD", fileUrl, { token });
    expect(head.statusCode).toBe(200);
    expect(head.headers["content-length"]).toBe(String(pdf.length));
    const stranger = await app.signIn(newMobile());
    expect((await app.call("GET", fileUrl, { token: stranger.accessToken })).json()).toMatchObject({ code: 104 });
    expect((await app.call("GET", fileUrl)).statusCode).toBe(401);
  });

  test.each([
    ["one byte under 40 KB", async () => pad(await makePdf(undefined, 0), 40 * 1024 - 1), 422, 115],
    ["exactly 40 KB", async () => pad(await makePdf(undefined, 0), 40 * 1024), 200, 0],
    ["exactly 25 MB", async () => pad(await makePdf(undefined, 0), 25 * 1024 * 1024), 200, 0],
    ["one byte over 25 MB", async () => pad(await makePdf(undefined, 0), 25 * 1024 * 1024 + 1), 413, 113],
    ["26 MB", async () => pad(await makePdf(undefined, 0), 26 * 1024 * 1024), 413, 113],
    ["a program called .pdf", async () => Buffer.concat([Buffer.from("MZ"), Buffer.alloc(60_000, 7)]), 415, 114],
    ["an HTML page", async () => Buffer.from(`<html><script>alert(1)</script>${" ".repeat(60_000)}</html>`), 415, 114],
    [
      "a PDF that runs a script",
      async () =>
        pad(
          Buffer.from(
            "%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>",
          ),
          60_000,
        ),
      415,
      114,
    ],
    [
      "a PDF that starts a program by an encoded name",
      async () =>
        pad(
          Buffer.from(
            "%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/La#75nch/F(x)>>>>endobj\ntrailer<</Root 1 0 R>>",
          ),
          60_000,
        ),
      415,
      114,
    ],
  ])("answers %s with %i", async (_name, make, status, code) => {
    const answer = await upload(await make());
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  test("accepts a small camera photo, and rejects one that is no image", async () => {
    const photo = await makePicture({ width: 300, height: 300, format: "jpeg" });
    expect((await upload(photo, { name: "p.jpg", type: "image/jpeg" }, "?fileCategory=photo")).statusCode).toBe(200);
    expect((await upload(await makePdf(), {}, "?fileCategory=photo")).json()).toMatchObject({ code: 114 });
  });

  test("rejects a truncated body, a second file and a missing file, and leaves nothing", async () => {
    const boundary = "x";
    const cut = await app.server.inject({
      method: "POST",
      url: `${utility}/files`,
      headers: { authorization: `Bearer ${token}`, "content-type": `multipart/form-data; boundary=${boundary}` },
      payload: `--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 ${"x".repeat(60_000)}`,
    });
    expect(cut.statusCode).toBeGreaterThanOrEqual(400);
    expect(cut.statusCode).toBeLessThan(500);
    const none = await app.server.inject({
      method: "POST",
      url: `${utility}/files`,
      headers: { authorization: `Bearer ${token}`, "content-type": `multipart/form-data; boundary=${boundary}` },
      payload: "--x--\r\n",
    });
    expect(none.statusCode).toBe(400);
    expect(
      (await app.call("POST", `${utility}/files`, { token, body: { uploadId: "nothing", extra: 1 } })).statusCode,
    ).toBe(400);
    expect((await app.call("POST", `${utility}/files`, { token, body: { uploadId: "nothing" } })).json()).toMatchObject(
      { code: 104 },
    );
  });
});

describe("POST /detect-document-issues", () => {
  const detect = (file: Buffer, options?: Parameters<typeof sendFile>[4]) =>
    sendFile(app, `${utility}/detect-document-issues`, token, file, options);

  test("returns COMPLETED for a clean page, and keeps its bytes for the claim", async () => {
    const pdf = await makePdf();
    const report = await detect(pdf, { fields: { verificationName: "bgv-tenth", fieldName: "Marksheet" } });
    expect(report.json()).toMatchObject({
      code: 0,
      data: {
        blurry: { status: false },
        smudgy: { status: false },
        cropped: { status: false },
        dimension_issue: { status: false },
        reason: null,
        state: "COMPLETED",
        ocr: { missing: [] },
      },
    });
    const { uploadId } = report.json<{ data: { uploadId: string } }>().data;
    const stranger = await app.signIn(newMobile());
    expect(
      (await app.call("POST", `${utility}/files`, { token: stranger.accessToken, body: { uploadId } })).json(),
    ).toMatchObject({ code: 104 });
    const stored = await app.call("POST", `${utility}/files`, { token, body: { uploadId } });
    expect(stored.json()).toMatchObject({ code: 0, data: { sizeBytes: pdf.length } });
    const again = await app.call("POST", `${utility}/files`, { token, body: { uploadId } });
    expect(again.json().data).toEqual(stored.json().data);
  });

  test("accepts a sharp scan, and warns of a blurred and a tiny one", async () => {
    expect((await detect(await makePicture(), { name: "a.png", type: "image/png" })).json().data).toMatchObject({
      state: "COMPLETED",
    });
    expect(
      (await detect(await makePicture({ blur: 9 }), { name: "a.png", type: "image/png" })).json().data,
    ).toMatchObject({ state: "WARNING", blurry: { status: true }, reason: "Uploaded file may be blurry" });
    expect(
      (await detect(await makePicture({ width: 400, height: 500 }), { name: "a.png", type: "image/png" })).json().data,
    ).toMatchObject({ state: "WARNING", dimension_issue: { status: true } });
  });

  test("assesses every page and names the page with a flaw", async () => {
    const book = await PDFDocument.load(await makePdf(undefined, 60_000, 7));
    book.insertPage(5, [595, 842]);
    const bytes = pad(Buffer.from(await book.save()), 60_000);
    expect((await detect(bytes)).json().data).toMatchObject({
      state: "WARNING",
      dimension_issue: { status: true },
      pages: [{ page: 6, flaws: ["blank"] }],
      advice: ["Page 6: Nothing can be read on it. Remove empty pages, or turn the page over."],
    });
  });

  test("assesses the first pages of a long document and states so in the report", async () => {
    const told = "Only the first 120 of its 121 pages were looked at. Upload only the pages that are asked for.";
    // Small images are quick to assess. Each has a low resolution, the last one too, which is not assessed.
    const small = await sharp(await makePicture())
      .resize(120)
      .png()
      .toBuffer();
    const book = await PDFDocument.create();
    const picture = await book.embedPng(small);
    for (let n = 0; n < 121; n += 1) book.addPage([595, 842]).drawImage(picture, { width: 595, height: 842 });
    const { data } = (await detect(pad(Buffer.from(await book.save()), 60_000))).json<{ data: DetectionReport }>();
    expect(data.state).toBe("WARNING");
    expect(data.pages?.map(({ page }) => page)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
    expect(data.advice?.at(-1)).toBe(told);
    // Without a flaw, the unassessed pages are the reason.
    const flawless = { state: data.state, pages: [], pageCount: 120, allPages: 121 };
    expect(toReport(flawless, "", app.services.findMessageTexts("en"))).toMatchObject({
      reason: told,
      state: "WARNING",
    });
  });

  test("reads a flawed marksheet image after the response, and reports its text when requested again", async () => {
    const lines = ["University of Delhi", "Roll No 4711", "Asha Verma", "Result 2014"];
    const rows = lines.map((line, i) => `<text x="40" y="${120 + i * 90}">${line}</text>`).join("");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="760"><rect width="100%" height="100%" fill="#fff"/><g font-family="sans-serif" font-size="34">${rows}</g></svg>`;
    const picture = await sharp(Buffer.from(svg))
      .flatten({ background: "#fff" })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const about = { verificationName: "bgv-tenth", fieldName: "Marksheet" };
    const { data } = (await detect(picture, { name: "a.png", type: "image/png", fields: about })).json();
    expect(data).toMatchObject({ state: "WARNING", pages: [{ page: 1, flaws: ["low-resolution"] }], ocr: null });
    const ask = async () =>
      (
        await app.call("POST", `${utility}/detect-document-issues`, {
          token,
          body: { uploadId: data.uploadId, ...about },
        })
      ).json().data;
    await expect
      .poll(ask, { timeout: 60_000, interval: 500 })
      .toMatchObject({ state: "WARNING", ocr: { missing: [] } });
  });

  test("reports an unreadable or encrypted file as an error that cannot be claimed", async () => {
    const unreadable = await detect(pad(Buffer.from("%PDF-1.4\nnothing"), 60_000));
    expect(unreadable.json().data).toMatchObject({ state: "ERROR" });
    const { uploadId } = unreadable.json<{ data: { uploadId: string } }>().data;
    expect((await app.call("POST", `${utility}/files`, { token, body: { uploadId } })).json()).toMatchObject({
      code: 114,
    });
    const encrypted = Buffer.from(
      (await makePdf(undefined, 0)).toString("latin1").replace(/trailer\s*<</, "trailer\n<< /Encrypt 1 0 R "),
      "latin1",
    );
    expect((await detect(pad(encrypted, 60_000))).json().data).toMatchObject({ state: "ERROR" });
  });

  test("rejects a file below 40 KB or of another type before it is inspected", async () => {
    const small = await detect((await makePdf(undefined, 0)).subarray(0, 2000));
    expect([small.statusCode, small.json().code, small.json().message]).toEqual([
      422,
      115,
      "File size should be more than 40 KB",
    ]);
    expect((await detect(pad(Buffer.from("just words"), 60_000))).json()).toMatchObject({ code: 114 });
  });

  test("rejects an image that is too large to decode by its header", async () => {
    const header = Buffer.from(await makePicture({ width: 200, height: 200 }));
    header.writeUInt32BE(40_000, 16);
    header.writeUInt32BE(40_000, 20);
    const bomb = Buffer.concat([header, Buffer.alloc(60_000)]);
    const spent = await cpuMs(async () => {
      const answer = await detect(bomb, { name: "bomb.png", type: "image/png" });
      expect(answer.json().data).toMatchObject({ state: "ERROR" });
    });
    expect(spent).toBeLessThan(4000);
  });
});

describe("POST /files/from-url", () => {
  test("stores our own map and rejects addresses that are not allowed", async () => {
    const map = `${utility}/static-map?latitude=28.61&longitude=77.2&zoom=15&size=600x400`;
    const taken = await app.call("POST", `${utility}/files/from-url`, { token, body: { url: map } });
    expect(taken.json()).toMatchObject({ code: 0 });
    for (const url of [
      "http://example.com/a.png",
      "https://example.com/a.png",
      "https://127.0.0.1/",
      "file:///etc/passwd",
      "//example.com",
    ]) {
      expect((await app.call("POST", `${utility}/files/from-url`, { token, body: { url } })).json()).toMatchObject({
        code: 106,
      });
    }
  });
});
