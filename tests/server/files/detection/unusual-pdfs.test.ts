import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { toReport } from "#server/files/detection/detect.ts";
import { inspectPdf } from "#server/files/detection/inspect-pdf.ts";
import { isPolyglot } from "#server/files/detection/polyglots.ts";
import { readContentType } from "#server/files/uploads/receive.ts";
import { errorTexts } from "../../error-texts.ts";
import { makePdf, makePicture } from "../sample-documents.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sanad-pdfs-"));
afterAll(() => rmSync(folder, { recursive: true }));

const inspect = (bytes: Buffer) => inspectPdf(bytes, { path: "", contentType: "application/pdf", assessQuality: true });

describe("an encrypted PDF", () => {
  test("is accepted when it opens without a password", async () => {
    expect(await inspect(encrypt({ password: "" }))).toEqual({ pageCount: 1, pages: [] });
  });

  test("is rejected because it needs a password to open", async () => {
    expect(await inspect(encrypt({ password: "secret" }))).toEqual({ fault: "encrypted" });
  });

  test("is rejected because of a script in an encrypted object stream", async () => {
    const catalog = "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>";
    expect(await inspect(encrypt({ password: "", catalog }))).toEqual({ fault: "script" });
  });

  test.each([
    ["", "/Encrypt"],
    [" when the entry has an escaped name", "/#45ncrypt"],
  ])("is rejected because its encrypted content is a bomb%s", async (_when, name) => {
    const content = deflateSync(Buffer.alloc(161 * 1024 * 1024));
    const pdf = encrypt({ password: "", content, isCatalogPlain: true }).toString("latin1");
    expect(await inspect(Buffer.from(pdf.replace("/Encrypt", name), "latin1"))).toEqual({ fault: "bomb" });
  });

  test("is checked like any other when it only mentions encryption", async () => {
    const catalog = "<</Type/Catalog/Pages 2 0 R/Note(/Encrypt)/OpenAction<</S/JavaScript/JS(1)>>>>";
    expect(await inspect(toPdf([catalog, ...page]))).toEqual({ fault: "script" });
  });
});

describe("a dynamic form", () => {
  const form = "/AcroForm<</Fields[]/XFA[(template)6 0 R]>>";
  const template = "<</Length 9>>stream\n<template>\nendstream";

  test("is a warning that explains how to make a readable file", async () => {
    const catalog = `<</Type/Catalog/Pages 2 0 R${form}/NeedsRendering true>>`;
    const inspection = await inspect(toPdf([catalog, ...page, template]));
    expect(inspection).toMatchObject({ isDynamicForm: true });
    const finding = { state: "WARNING", isDynamicForm: true } as const;
    const { reason } = toReport(finding, "", errorTexts.findMessageTexts("en"));
    expect(reason).toMatch(/print it to PDF/);
  });

  test("is no warning when its pages have content", async () => {
    expect(await inspect(toPdf([`<</Type/Catalog/Pages 2 0 R${form}>>`, ...page, template]))).not.toHaveProperty(
      "isDynamicForm",
    );
  });
});

describe("readContentType", () => {
  const read = (bytes: Buffer) => {
    const file = path.join(folder, "file");
    writeFileSync(file, bytes);
    return readContentType(file);
  };

  test.each([
    ["blank lines", "\r\n\r\n"],
    ["mail headers", "Content-Type: application/pdf\r\n\r\n"],
    ["a thousand blanks", " ".repeat(1000)],
  ])("detects a PDF after %s", async (_name, before) => {
    expect(await read(Buffer.concat([Buffer.from(before), await makePdf()]))).toBe("application/pdf");
  });

  test("rejects a PDF mark after the first 1024 bytes, and a GIF with a PDF mark", async () => {
    await expect(read(Buffer.concat([Buffer.alloc(1100, " "), await makePdf()]))).rejects.toMatchObject({ code: 114 });
    await expect(read(Buffer.from("GIF89a\u0001\u0000\u0001\u0000 %PDF-1.7"))).rejects.toMatchObject({ code: 114 });
  });
});

describe("isPolyglot", () => {
  const isPdfPolyglot = (bytes: Buffer) => isPolyglot(bytes, "application/pdf");
  const richText = '<?xml version="1.0"?><body xmlns="http://www.w3.org/1999/xhtml"><p>Self attested</p></body>';

  test("accepts markup in strings and metadata of a PDF", () => {
    expect(isPdfPolyglot(toPdf([...book, `<</Subtype/FreeText/RC(${richText})>>`]))).toBe(false);
    expect(isPdfPolyglot(toPdf([...book, `<</Type/Metadata/Length 9>>stream\n${richText}\nendstream`]))).toBe(false);
  });

  test.each([
    ["before its objects", (pdf: string) => pdf.replace("\n", "\n%<script src=//evil.example></script>\n")],
    ["between its objects", (pdf: string) => pdf.replace("endobj\n", "endobj\n<script>alert(1)</script>\n")],
    ["after an object without an end", (pdf: string) => `${pdf}\n9 0 obj <html>`],
  ])("finds markup of a PDF %s", (_where, change) => {
    expect(isPdfPolyglot(Buffer.from(change(toPdf([...book, "<<>>"]).toString("latin1")), "latin1"))).toBe(true);
  });

  test("finds markup after the pixels of an image, and ignores it within them", async () => {
    const script = Buffer.from("<script>alert(1)</script>");
    const jpeg = await makePicture({ width: 700, height: 900, format: "jpeg" });
    const inPixels = jpeg.length - 5000;
    const changed = Buffer.concat([jpeg.subarray(0, inPixels), script, jpeg.subarray(inPixels + script.length)]);
    expect([jpeg, changed, Buffer.concat([jpeg, script])].map((bytes) => isPolyglot(bytes, "image/jpeg"))).toEqual([
      false,
      false,
      true,
    ]);
    const png = await makePicture({ width: 700, height: 900 });
    expect([png, Buffer.concat([png, script])].map((bytes) => isPolyglot(bytes, "image/png"))).toEqual([false, true]);
  });
});

const book = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>"];
const text = Array.from(
  { length: 20 },
  (_, row) => `BT /F 14 Tf 60 ${760 - row * 24} Td (Roll No. 4711 Asha Verma) Tj ET`,
);
const page = [
  book[1]!,
  "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>",
  `<</Length ${text.join("\n").length}>>stream\n${text.join("\n")}\nendstream`,
  "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
];

/** A PDF of these objects, numbered from 1. The first is the catalog. */
function toPdf(objects: readonly string[]): Buffer {
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const offset = pdf.length;
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = pdf.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\n`;
  return Buffer.from(`${pdf}startxref\n${start}\n%%EOF\n`, "latin1");
}

/**
 * A PDF of one page, encrypted by RC4 with 128 bits (ISO 32000-1, 7.6.3). Its catalog is in an object stream, unless
 * `isCatalogPlain`; `content` replaces that of the page, deflated. Without a password it only restricts use.
 */
function encrypt({
  password,
  catalog = book[0]!,
  content,
  isCatalogPlain = false,
}: {
  password: string;
  catalog?: string;
  content?: Buffer;
  isCatalogPlain?: boolean;
}): Buffer {
  const id = Buffer.alloc(16, 7);
  const owner = Buffer.alloc(32, 9);
  const padding = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
  const padded = Buffer.concat([Buffer.from(password), padding]).subarray(0, 32);
  let key = md5(padded, owner, Buffer.from([0xc0, 0xf0, 0xff, 0xff]), id);
  for (let round = 0; round < 50; round += 1) key = md5(key);
  let user = md5(padding, id);
  for (let round = 0; round < 20; round += 1)
    user = rc4(
      key.map((byte) => byte ^ round),
      user,
    );

  const seal = (number: number, data: Buffer) => rc4(md5(key, Buffer.from([number, 0, 0, 0, 0])), data);
  const toStream = (number: number, head: string, data: Buffer) =>
    `${number} 0 obj\n<<${head}/Length ${data.length}>>stream\n${seal(number, data).toString("latin1")}\nendstream\nendobj\n`;
  const plainContent = page[2]!.replace(/^.*stream\n|\nendstream$/g, "");
  const packed = deflateSync(Buffer.from(`1 0 ${catalog}`));
  const parts: [number, string][] = [
    [2, `2 0 obj\n${page[0]}\nendobj\n`],
    [3, `3 0 obj\n${page[1]}\nendobj\n`],
    [4, content ? toStream(4, "/Filter/FlateDecode", content) : toStream(4, "", Buffer.from(plainContent))],
    [5, `5 0 obj\n${page[3]}\nendobj\n`],
    isCatalogPlain
      ? [6, `6 0 obj\n${catalog}\nendobj\n`]
      : [6, toStream(6, "/Type/ObjStm/N 1/First 4/Filter/FlateDecode", packed)],
    [
      7,
      `7 0 obj\n<</Filter/Standard/V 2/R 3/Length 128/P -3904/O<${owner.toString("hex")}>/U<${user.toString("hex")}${"00".repeat(16)}>>>\nendobj\n`,
    ],
  ];
  let pdf = "%PDF-1.5\n";
  const entries = [Buffer.from([0, 0, 0, 0, 0]), Buffer.from([2, 0, 0, 6, 0])];
  for (const [, part] of parts) {
    entries.push(Buffer.from([1, pdf.length >> 16, (pdf.length >> 8) & 255, pdf.length & 255, 0]));
    pdf += part;
  }
  const start = pdf.length;
  entries.push(Buffer.from([1, start >> 16, (start >> 8) & 255, start & 255, 0]));
  const table = Buffer.concat(entries);
  const hexId = `<${id.toString("hex")}>`;
  pdf += `8 0 obj\n<</Type/XRef/Size 9/W[1 3 1]/Root ${isCatalogPlain ? 6 : 1} 0 R/Encrypt 7 0 R/ID[${hexId}${hexId}]/Length ${table.length}>>stream\n`;
  return Buffer.from(`${pdf}${table.toString("latin1")}\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`, "latin1");
}

function md5(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  const swap = (i: number, j: number) => ([state[i], state[j]] = [state[j]!, state[i]!]);
  for (let i = 0, j = 0; i < 256; i += 1) swap(i, (j = (j + state[i]! + key[i % key.length]!) & 255));
  let [i, j] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + state[i]!) & 255;
      swap(i, j);
      return byte ^ state[(state[i]! + state[j]!) & 255]!;
    }),
  );
}
