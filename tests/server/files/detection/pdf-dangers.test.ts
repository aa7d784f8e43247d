import { deflateSync } from "node:zlib";
import { PDFDocument } from "pdf-lib";
import { expect, test } from "vitest";
import { isPdfBomb } from "#server/files/detection/pdf-bomb.ts";
import { findDanger } from "#server/files/detection/pdf-dangers.ts";

const find = (text: string) => findDanger(Buffer.from(`%PDF-1.7\n${text}\n%%EOF`, "latin1"));

test("a PDF that acts by itself is told", () => {
  for (const action of ["JavaScript", "Launch", "SubmitForm", "ImportData", "GoToR", "GoToE", "Rendition"])
    expect(find(`1 0 obj <</Type/Catalog/OpenAction<</S/${action}/F(x)>>>> endobj`), action).toBe("script");
  expect(find("1 0 obj <</OpenAction<</S/URI/URI(http://evil.example)>>>> endobj")).toBe("script");
  expect(find("1 0 obj <</OpenAction 7 0 R>> endobj 7 0 obj <</S /URI/URI(http://evil.example)>> endobj")).toBe(
    "script",
  );
});

test("a PDF that opens at one of its own pages, and one with links, is an ordinary one", () => {
  expect(find("1 0 obj <</OpenAction[3 0 R/Fit]>> endobj")).toBeUndefined();
  expect(find("1 0 obj <</OpenAction<</S/GoTo/D[3 0 R/XYZ 0 842 0]>>>> endobj")).toBeUndefined();
  expect(find("1 0 obj <</OpenAction 7 0 R>> endobj 7 0 obj [3 0 R /FitH 842] endobj")).toBeUndefined();
  expect(find("5 0 obj <</Subtype/Link/A<</S/URI/URI(https://board.example)>>>> endobj")).toBeUndefined();
});

test("a PDF with other files in it is told, however its objects are packed", async () => {
  for (const useObjectStreams of [true, false]) {
    const document = await PDFDocument.create();
    document.addPage();
    await document.attach(Buffer.from("MZ"), "tool.exe", { mimeType: "application/octet-stream" });
    expect(findDanger(Buffer.from(await document.save({ useObjectStreams })))).toBe("attachment");
  }
});

test("streams that are harmless one by one are a bomb together", async () => {
  const packed = deflateSync(Buffer.alloc(100 * 1024 * 1024), { level: 9 });
  const stream = Buffer.concat([
    Buffer.from("4 0 obj <</Filter/FlateDecode>>stream\n"),
    packed,
    Buffer.from("\nendstream endobj\n"),
  ]);
  expect(await isPdfBomb(Buffer.concat([stream]))).toBe(false);
  expect(await isPdfBomb(Buffer.concat(Array.from({ length: 8 }, () => stream)))).toBe(true);
}, 60_000);
