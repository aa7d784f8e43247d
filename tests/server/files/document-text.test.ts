import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMobile, startTestApp, type TestApp } from "../app.ts";
import { definitionsConfig } from "../definitions-config.ts";
import { makeTemporaryFolder } from "../../support/temporary-folder.ts";
import { sendFile } from "./multipart.ts";
import { buildDetectWorker, makePdf, pad } from "./sample-documents.ts";
import type { DocumentReading } from "#engine/contract/files.ts";

const utility = "/utility/api/1.0";
const about = { verificationName: "bgv-tenth", fieldName: "Marksheet" };
const lines = [
  "Central Board of Secondary Education",
  "Secondary School Examination 2014",
  "Roll No. 5507714",
  "Name of Candidate Asha Verma",
  "The results are declared subject to the rules and regulations of the council",
  "and any alteration or erasure renders this document invalid and liable to be withdrawn",
];
let app: TestApp;
let token: string;

beforeAll(async () => {
  await buildDetectWorker();
  app = await startTestApp({ config: await definitionsConfig() });
  token = (await app.signIn(newMobile(), { name: "Asha Verma", identity: true })).accessToken;
});
afterAll(() => app?.close());

/** A scan in a PDF, rotated. Empty without lines. */
async function makeScan(written: readonly string[], degrees = 0): Promise<Buffer> {
  const rows = written.map((line, i) => `<text x="80" y="${150 + i * 52}">${line}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="100%" height="100%" fill="#fff"/><g font-family="Liberation Sans, DejaVu Sans, sans-serif" font-size="22">${rows.join("")}</g></svg>`;
  const jpeg = await sharp(Buffer.from(svg)).flatten({ background: "#fff" }).rotate(degrees).jpeg().toBuffer();
  const { width, height } = await sharp(jpeg).metadata();
  const document = await PDFDocument.create();
  const size = { width: width / 2, height: height / 2 };
  document.addPage([size.width, size.height]).drawImage(await document.embedJpg(jpeg), { x: 0, y: 0, ...size });
  return pad(Buffer.from(await document.save({ useObjectStreams: false })), 60_000);
}
const detect = async (file: Buffer, fields: Record<string, string> = about) =>
  (await sendFile(app, `${utility}/detect-document-issues`, token, file, { fields })).json<{
    data: { uploadId: string; state: string; pages?: { flaws: string[] }[] };
  }>().data;
const ask = async (id: string, bearer = token): Promise<DocumentReading> =>
  (await app.call("GET", `${utility}/files/${id}/reading`, { token: bearer })).json<{ data: DocumentReading }>().data;
const noText = { state: "none", lines: [], whole: false };

test("reads the text layer together with the check", async () => {
  const { uploadId } = await detect(await makePdf(lines));
  const reading = await ask(uploadId);
  expect(reading).toMatchObject({ state: "read", whole: true });
  expect(reading.lines).toEqual(expect.arrayContaining(["Roll No. 5507714"]));
});

test("reads a scan that was claimed at once, for its owner only", async () => {
  const { uploadId, state } = await detect(await makeScan(lines));
  expect(state).toBe("COMPLETED");
  const stored = await app.call("POST", `${utility}/files`, { token, body: { uploadId } });
  const { fileUrl } = stored.json<{ data: { fileUrl: string } }>().data;
  const id = fileUrl.split("/").pop()!;
  await expect.poll(() => ask(id), { timeout: 120_000, interval: 500 }).toMatchObject({ state: "read", whole: true });
  expect((await ask(id)).lines.join("\n")).toContain("5507714");
  const stranger = (await app.signIn(newMobile(), {})).accessToken;
  expect((await app.call("GET", `${utility}/files/${id}/reading`, { token: stranger })).statusCode).toBe(404);
});

test.each([
  ["sideways", 90],
  ["sideways", 270],
  ["upside-down", 180],
])(
  "rotates a scan that is %s before OCR (%i degrees)",
  async (flaw, degrees) => {
    const { uploadId, pages } = await detect(await makeScan(lines, degrees));
    expect(pages?.[0]?.flaws).toContain(flaw);
    await expect.poll(() => ask(uploadId), { timeout: 120_000, interval: 500 }).toMatchObject({ state: "read" });
    expect((await ask(uploadId)).lines.join("\n")).toContain("5507714");
  },
  150_000,
);

test("reads an empty page as blank", async () => {
  const { uploadId } = await detect(await makeScan([]));
  await expect
    .poll(() => ask(uploadId), { timeout: 120_000, interval: 500 })
    .toEqual({ ...noText, state: "blank", whole: true });
});

test("does not read a document whose field has no OCR setting", async () => {
  const { uploadId } = await detect(await makePdf(lines), { verificationName: "bgv-tenth", fieldName: "other" });
  expect(await ask(uploadId)).toEqual(noText);
});

test("caches the result and text of a document in a sandbox with a cache folder", async () => {
  const readingsDir = makeTemporaryFolder();
  const keeping = await startTestApp({ config: await definitionsConfig(), settings: { ocrCacheDir: readingsDir } });
  try {
    const bearer = (await keeping.signIn(newMobile(), { name: "Asha Verma", identity: true })).accessToken;
    const scan = await makeScan(lines);
    const send = () => sendFile(keeping, `${utility}/detect-document-issues`, bearer, scan, { fields: about });
    const read = async () => {
      const url = `${utility}/files/${(await send()).json<{ data: { uploadId: string } }>().data.uploadId}/reading`;
      const ask = async () =>
        (await keeping.call("GET", url, { token: bearer })).json<{ data: DocumentReading }>().data;
      await expect.poll(ask, { timeout: 120_000, interval: 100 }).toMatchObject({ state: "read" });
      return (await ask()).lines.join("\n");
    };
    expect(await read()).toContain("5507714");
    const change = (was: string, is: string) => {
      const files = readdirSync(readingsDir).map((name) => path.join(readingsDir, name));
      const [file, ...more] = files.filter((one) => readFileSync(one, "utf8").includes(was));
      expect(more).toEqual([]);
      writeFileSync(file!, readFileSync(file!, "utf8").replace(was, is));
    };
    change("5507714", "7777777");
    expect(await read()).toContain("7777777");
    change('"pages":[]', '"pages":[{"page":1,"flaws":["glare"]}]');
    const { data } = (await send()).json<{ data: { smudgy: object } }>();
    expect(data.smudgy).toEqual({ status: true });
  } finally {
    await keeping.close();
  }
});
