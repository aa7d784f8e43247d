import { deflateSync } from "node:zlib";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { documentsConfig } from "../documents-config.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf, makePicture, pad } from "./papers.ts";

const utility = "/utility/api/1.0";
let app: TestApp;
let token: string;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await documentsConfig() });
  token = (await app.signIn(newMobile(), { name: "Asha Verma", identity: true })).accessToken;
});
afterAll(() => app?.close());

const countFiles = async () =>
  (await app.services.pool.query<{ n: number }>("select count(*)::int as n from files")).rows[0]!.n;
const zipOf = (text: string) =>
  Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.from(text), Buffer.from("PK\u0005\u0006"), Buffer.alloc(18)]);
const afterPng = async (tail: Buffer) => Buffer.concat([await makePicture({ width: 700, height: 900 }), tail]);

/** A PDF made by hand, its objects as given. */
function toPdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  objects.forEach((object, i) =>
    parts.push(Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")),
  );
  parts.push(Buffer.from(`trailer\n<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`));
  return Buffer.concat(parts);
}

const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>";
const book = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>"];
/** 400 MB of spaces in 400 KB. */
const bomb = () => {
  const body = deflateSync(Buffer.alloc(400 * 1024 * 1024, 0x20), { level: 9 });
  return toPdf([
    ...book,
    page,
    Buffer.concat([
      Buffer.from(`<</Length ${body.length}/Filter/FlateDecode>>stream\n`),
      body,
      Buffer.from("\nendstream"),
    ]),
  ]);
};

const hostile: [string, () => Promise<Buffer>, RegExp][] = [
  [
    "an SVG",
    async () =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><!--${"x".repeat(60_000)}--></svg>`,
      ),
    /type/,
  ],
  [
    "an SVG with an XML head",
    async () =>
      Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><!--${"x".repeat(60_000)}--></svg>`),
    /type/,
  ],
  [
    "a GIF",
    async () =>
      sharp(await makePicture())
        .gif()
        .toBuffer()
        .then((gif) => Buffer.concat([gif, Buffer.alloc(60_000)])),
    /type/,
  ],
  ["a ZIP", async () => zipOf("x".repeat(60_000)), /type/],
  [
    "a picture that is a page too",
    async () => afterPng(Buffer.from("<html><script>alert(1)</script></html>")),
    /second file/,
  ],
  ["a picture that is an archive too", async () => afterPng(zipOf("evil.class")), /second file/],
  [
    "a PDF that is a page too",
    async () => pad(Buffer.concat([await makePdf(), Buffer.from("\n<script src=//evil.example></script>")]), 60_000),
    /second file/,
  ],
  ["a PDF that is an archive too", async () => Buffer.concat([await makePdf(), zipOf("evil.class")]), /second file/],
  [
    "a PDF behind a password",
    async () =>
      pad(
        Buffer.from(
          (await makePdf(undefined, 0)).toString("latin1").replace(/trailer\s*<</, "trailer\n<< /Encrypt 1 0 R "),
          "latin1",
        ),
        60_000,
      ),
    /password/,
  ],
  [
    "a PDF with a script in its name tree",
    async () => {
      const document = await PDFDocument.create();
      document.addPage();
      document.addJavaScript("run", "app.alert(1)");
      return pad(Buffer.from(await document.save()), 60_000);
    },
    /scripts/,
  ],
  [
    "a PDF that carries another file",
    async () => {
      const document = await PDFDocument.create();
      document.addPage();
      await document.attach(Buffer.from("MZ"), "tool.exe", { mimeType: "application/octet-stream" });
      return pad(Buffer.from(await document.save()), 60_000);
    },
    /other files/,
  ],
  [
    "a PDF that opens an address by itself",
    async () =>
      pad(
        toPdf(["<</Type/Catalog/Pages 2 0 R/OpenAction<</S/URI/URI(http://evil.example)>>>>", ...book.slice(1)]),
        60_000,
      ),
    /scripts/,
  ],
  [
    "a PDF cut off in the middle",
    async () => (await makePdf(undefined, 0, 40)).subarray(0, 45_000),
    /could not be read/,
  ],
  [
    "a PDF that is none behind its first line",
    async () => pad(Buffer.from("%PDF-1.7\nnothing\n%%EOF"), 60_000),
    /could not be read/,
  ],
  [
    "a PDF without a page",
    async () => pad(toPdf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"]), 60_000),
    /could not be read/,
  ],
  [
    "a JPEG cut off in the middle",
    async () => makePicture({ format: "jpeg" }).then((picture) => picture.subarray(0, Math.floor(picture.length / 2))),
    /could not be read/,
  ],
  [
    "a PNG cut off in the middle",
    async () => makePicture().then((picture) => picture.subarray(0, Math.floor(picture.length / 2))),
    /could not be read/,
  ],
  [
    "a PNG with damaged rows",
    async () =>
      makePicture().then((picture) =>
        Buffer.concat([picture.subarray(0, 50_000), Buffer.alloc(2_000_000, 0xaa), picture.subarray(2_050_000)]),
      ),
    /could not be read/,
  ],
  [
    "a picture 30,000 pixels wide",
    async () => {
      const picture = await makePicture({ width: 700, height: 900 });
      picture.writeUInt32BE(30_000, 16);
      return picture;
    },
    /too large/,
  ],
  [
    "a picture of 30,000 by 30,000",
    async () => {
      const picture = await makePicture({ width: 700, height: 900 });
      picture.writeUInt32BE(30_000, 16);
      picture.writeUInt32BE(30_000, 20);
      return picture;
    },
    /too large/,
  ],
];

describe("hostile files", () => {
  test.each(hostile)("%s is refused with a reason, and nothing is kept", async (_name, make, reason) => {
    const before = await countFiles();
    const bytes = await make();
    const answer = await sendFile(app, `${utility}/files`, token, bytes, { name: "paper.pdf" });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      415,
      { code: 114, message: expect.stringMatching(reason) },
    ]);
    const looked = await sendFile(app, `${utility}/detect-document-issues`, token, bytes, { name: "paper.pdf" });
    const said = looked.json<{ message?: string; data?: { state: string; reason: string; uploadId: string } }>();
    if (looked.statusCode === 200) {
      expect(said.data).toMatchObject({ state: "ERROR", reason: expect.stringMatching(reason) });
      expect(
        (await app.call("POST", `${utility}/files`, { token, body: { uploadId: said.data!.uploadId } })).json(),
      ).toMatchObject({ code: 114, message: expect.stringMatching(reason) });
    } else expect(said.message).toMatch(reason);
    expect(await countFiles()).toBe(before);
  });

  test("a bomb in a PDF is judged in bounded time and memory, and the server answers meanwhile", async () => {
    const bytes = bomb();
    const before = process.memoryUsage().rss;
    const began = Date.now();
    const looking = sendFile(app, `${utility}/detect-document-issues`, token, bytes);
    const health = await app.call("GET", "/health");
    expect(health.statusCode).toBe(200);
    expect((await looking).json()).toMatchObject({
      data: { state: "ERROR", reason: expect.stringMatching(/unpacks/) },
    });
    expect((await sendFile(app, `${utility}/files`, token, bytes)).json()).toMatchObject({
      code: 114,
      message: expect.stringMatching(/unpacks/),
    });
    expect(Date.now() - began).toBeLessThan(20_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    expect((await sendFile(app, `${utility}/files`, token, await makePdf())).statusCode).toBe(200);
  }, 60_000);

  test("an honest scan with words about pages stays welcome", async () => {
    const document = await makePdf(["How to write <html> and <script> by hand", "Roll No. 4711"]);
    expect((await sendFile(app, `${utility}/files`, token, document)).statusCode).toBe(200);
  });
});
