import { deflateSync } from "node:zlib";
import { PDFDocument } from "pdf-lib";
import { expect, test } from "vitest";
import { isPdfBomb } from "#server/files/detection/pdf-bomb.ts";
import { expanding, textual } from "#server/files/detection/pdf-filters.ts";
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
});

const object = (head: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`4 0 obj <<${head}>>stream\n`, "latin1"), body, Buffer.from("\nendstream endobj\n")]);
const zeros = deflateSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 });

test.each([
  ["a filter in another object", object("/Filter 9 0 R", zeros), "9 0 obj /FlateDecode endobj"],
  ["filters in another object", object("/Filter 9 0 R", zeros), "9 0 obj [/FlateDecode] endobj"],
  ["a name that is written otherwise", object("/Filter/Fl#61teDecode", zeros), ""],
  ["a filter far before its stream", object(`/Filter/FlateDecode/X(${"x".repeat(2000)})`, zeros), ""],
  [
    "letters around what is packed",
    object("/Filter[/ASCIIHexDecode/FlateDecode]", Buffer.from(zeros.toString("hex"))),
    "",
  ],
  ["letters of base 85 around it", object("/Filter[/A85/Fl]", toAscii85(zeros)), ""],
  ["something packed twice", object("/Filter[/FlateDecode/LZWDecode]", Buffer.from("x")), ""],
  ["LZW", object("/Filter/LZWDecode", packLzw(200 * 1024 * 1024)), ""],
  ["run lengths", object("/Filter/RunLengthDecode", Buffer.alloc(3 * 1024 * 1024, Buffer.from([129, 0]))), ""],
])(
  "a bomb behind %s is one",
  async (_what, stream, beside) => {
    expect(await isPdfBomb(Buffer.concat([stream, Buffer.from(beside)]))).toBe(true);
  },
  60_000,
);

test("what a filter unpacks is counted as ISO 32000-1 has it", async () => {
  // The example of 7.4.4.2: ten bytes.
  expect(await expanding["LZWDecode"]!.count(Buffer.from("800b6050220c0c8501", "hex"), 1000)).toBe(10);
  expect(await expanding["LZWDecode"]!.count(packLzw(100_000), 1_000_000)).toBeGreaterThanOrEqual(100_000);
  expect(await expanding["RL"]!.count(Buffer.from([2, 1, 2, 3, 255, 9, 128, 7]), 1000)).toBe(5);
  expect(textual["A85"]!(Buffer.from("9jqo^BlbD-BleB1DJ+*+F(f,q~>")).toString()).toBe("Man is distinguished");
  expect(textual["A85"]!(Buffer.from("z9jn~>"))).toEqual(Buffer.from([0, 0, 0, 0, 0x4d, 0x61]));
  expect(textual["AHx"]!(Buffer.from("4d 61 6E 7>"))).toEqual(Buffer.from("Manp"));
});

/** Bytes in base 85, as a PDF has them. */
function toAscii85(bytes: Buffer): Buffer {
  const words: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const count = Math.min(4, bytes.length - at);
    let value = Buffer.concat([bytes.subarray(at, at + 4), Buffer.alloc(4)]).readUInt32BE(0);
    const letters: string[] = [];
    for (let i = 0; i < 5; i += 1, value = Math.floor(value / 85))
      letters.unshift(String.fromCharCode(0x21 + (value % 85)));
    words.push(letters.slice(0, count + 1).join(""));
  }
  return Buffer.from(`${words.join("")}~>`, "latin1");
}

/** So many zeros at least by LZW: each code is the longest there is, of one more. */
function packLzw(size: number): Buffer {
  const bits: number[] = [];
  const bytes: number[] = [];
  const put = (code: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit -= 1) bits.push((code >> bit) & 1);
    while (bits.length >= 8) bytes.push(parseInt(bits.splice(0, 8).join(""), 2));
  };
  let made = 0;
  while (made < size) {
    put(256, made === 0 ? 9 : 12);
    let [width, next] = [9, 258];
    put(0, width);
    made += 1;
    for (let length = 2; next < 4094 && made < size; length += 1) {
      put(next, width);
      next += 1;
      if (next + 1 >= 1 << width && width < 12) width += 1;
      made += length;
    }
    if (made >= size) put(257, width);
  }
  bits.push(...Array.from({ length: (8 - (bits.length % 8)) % 8 }, () => 0));
  while (bits.length >= 8) bytes.push(parseInt(bits.splice(0, 8).join(""), 2));
  return Buffer.from(bytes);
}
