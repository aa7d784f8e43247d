import { constants, deflateSync } from "node:zlib";
import { PDFDocument } from "pdf-lib";
import { expect, test } from "vitest";
import { isPdfBomb } from "#server/files/detection/pdf-bomb.ts";
import { expandingFilters, textFilters } from "#server/files/detection/pdf-filters.ts";
import { findDanger } from "#server/files/detection/pdf-dangers.ts";
import { openPdf } from "#server/files/detection/pdf-objects.ts";
import { cpuMs } from "../../../support/cpu-time.ts";

const findIn = (...parts: readonly (string | Buffer)[]) =>
  findDanger(
    openPdf(
      Buffer.concat(["%PDF-1.7\n", ...parts, "\n%%EOF"].map((part) => (typeof part === "string" ? latin(part) : part))),
    ),
  );
const find = (text: string) => findIn(text);
const isBomb = async (bytes: Buffer) => isPdfBomb(openPdf(bytes));

test("finds an action that runs on its own", () => {
  for (const action of ["JavaScript", "Launch", "SubmitForm", "ImportData", "GoToR", "GoToE", "Rendition"])
    expect(find(`1 0 obj <</Type/Catalog/OpenAction<</S/${action}/F(x)>>>> endobj`), action).toBe("script");
  expect(find("1 0 obj <</OpenAction<</S/URI/URI(http://evil.example)>>>> endobj")).toBe("script");
  expect(find("1 0 obj <</OpenAction 7 0 R>> endobj 7 0 obj <</S /URI/URI(http://evil.example)>> endobj")).toBe(
    "script",
  );
});

test("accepts a PDF that opens at one of its pages, and a PDF with links", () => {
  expect(find("1 0 obj <</OpenAction[3 0 R/Fit]>> endobj")).toBeUndefined();
  expect(find("1 0 obj <</OpenAction<</S/GoTo/D[3 0 R/XYZ 0 842 0]>>>> endobj")).toBeUndefined();
  expect(find("1 0 obj <</OpenAction 7 0 R>> endobj 7 0 obj [3 0 R /FitH 842] endobj")).toBeUndefined();
  expect(find("5 0 obj <</Subtype/Link/A<</S/URI/URI(https://board.example)>>>> endobj")).toBeUndefined();
});

test("finds attached files, with and without object streams", async () => {
  for (const useObjectStreams of [true, false]) {
    const document = await PDFDocument.create();
    document.addPage();
    await document.attach(Buffer.from("MZ"), "tool.exe", { mimeType: "application/octet-stream" });
    expect(findIn(Buffer.from(await document.save({ useObjectStreams })))).toBe("attachment");
  }
});

const script = "1 0 obj <</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>> endobj\n";

test.each([
  ["after a comment that looks like a stream", `%stream\n${script}`],
  ["after a name that looks like a stream", `5 0 obj <</A/stream>> endobj\n${script}`],
  ["after a string that looks like a stream", `5 0 obj (stream\n) endobj\n${script}`],
  ["in a comment", `%${script}`],
  ["in a string", `5 0 obj (it \\( is ${script}) endobj`],
  ["in a string that never ends", `5 0 obj ((${script}`],
  ["in a hexadecimal string", `5 0 obj <${script}> endobj`],
  ["in the bytes of a stream", `5 0 obj <</Length 200>>stream\n${script}endstream endobj`],
  ["in a dictionary after the word stream", "1 0 obj <</A stream\n/OpenAction<</S/JavaScript>>>> endobj"],
  ["in a dictionary after an apparent stream", "1 0 obj <</A<<>>stream\n/B<</S/JavaScript>>>> endobj"],
  ["in a dictionary after an apparent object", "1 0 obj <</A 9 0 obj<<>>stream\n/S/JavaScript>> endobj"],
  ["in a trailer", "trailer <</Root<</AA<</WC<</S/JavaScript>>>>>>>>"],
  ["with a name in hexadecimal", "1 0 obj <</S/#4a#61vaScript>> endobj"],
  ["with a name that ends at a comment", "1 0 obj <</S/JavaScript%\n>> endobj"],
  ["with a name that ends at a non-ASCII byte", "1 0 obj <</S/JavaScript\x80/A 1>> endobj"],
  ["with a name at the end of the file", "1 0 obj <</S/JavaScript"],
  ["in an object with comments between its numbers", "1%\n0%\nobj%\n<</S/JavaScript>> endobj"],
  ["in an object after a long comment", `1 0%${"x".repeat(999)}\n%${"x".repeat(99)}\nobj<</S/JavaScript>> endobj`],
  ["in an object after many blanks", `1 0${" ".repeat(999)}obj<</S/JavaScript>> endobj`],
  ["in an object after many comments", `1%a%b\r%c\n0\n%d\r\n \r\nobj<</S/JavaScript>> endobj`],
  ["in an object with a fractional number", "1.0 0 obj<</S/JavaScript>> endobj"],
  ["in an object without a blank before obj", "1 0obj<</S/JavaScript>> endobj"],
])("finds a script %s", (_where, text) => {
  expect(find(text)).toBe("script");
});

test("finds an address that opens through another object", () => {
  const opens = "1 0 obj <</OpenAction 9 0 R/OpenAction 7%\n0 R>> endobj\n";
  expect(find(`${opens}7%\n0 obj <</S%\n/URI/URI(http://evil.example)>> endobj`)).toBe("script");
  expect(find(`${opens}007 0 obj <</D<</E 1>>/S/URI>> endobj`)).toBe("script");
  expect(find(`${opens}7 0 obj <</S 9 0 R/URI(http://evil.example)>> endobj 9 0 obj /URI endobj`)).toBe("script");
  expect(findIn(opens, pack("<</S/URI/URI(http://evil.example)>>"))).toBe("script");
});

/** An object stream with object 7. */
function pack(
  text: string,
  {
    head = "/Type/ObjStm",
    filters = "/FlateDecode",
    write = deflateSync as (bytes: Buffer) => Buffer,
    line = "\n",
  } = {},
): Buffer {
  const begin = "7 0 8 0 ";
  const body = write(latin(begin + text));
  return Buffer.concat([
    latin(`5 0 obj <<${head}/N 2/First ${begin.length}/Filter${filters}/Length ${body.length}>>stream${line}`),
    body,
    latin("\nendstream endobj\n"),
  ]);
}
const toHex = (bytes: Buffer) => latin(`${deflateSync(bytes).toString("hex")}>`);
const toLetters = (bytes: Buffer) => toAscii85(deflateSync(bytes));
/** Stored without compression, so that the text is readable in the file. */
const toStored = (bytes: Buffer) => deflateSync(bytes, { level: 0 });
/** With a wrong checksum, which some readers ignore. */
const withoutSum = (bytes: Buffer) => Buffer.concat([deflateSync(bytes).subarray(0, -4), Buffer.alloc(4)]);

test.each([
  ["with FlateDecode", {}],
  ["with a long dictionary", { head: `/Type/ObjStm/A(${"x".repeat(2000)})` }],
  ["without a type", { head: "" }],
  ["with an encoded type name", { head: "/Type/Obj#53tm" }],
  ["with a dictionary that ends too early", { head: "/Type/ObjStm/A[>>" }],
  ["with ASCIIHexDecode", { filters: "[/ASCIIHexDecode/FlateDecode]", write: toHex }],
  ["with ASCII85Decode", { filters: "[/A85 %/\n/Fl]", write: toLetters }],
  ["with a filter in another object", { filters: " 9 0 R/C 9 0 obj /FlateDecode" }],
  ["that contains the word endstream", { write: toStored }],
  ["with a wrong checksum", { write: withoutSum }],
  ["after a CR", { line: "\r" }],
  ["after a CR LF", { line: "\r\n" }],
  ["after blanks", { line: "  \n" }],
])("reads an object stream %s", (_how, options) => {
  const text = "(endstream) <</S/JavaScript/JS(app.alert(1))>>";
  expect(findIn(pack(text, options))).toBe("script");
  expect(findIn(pack(text.replace("JavaScript/JS", "GoTo/D"), options))).toBeUndefined();
});

test("finds objects of an object stream by their offsets and in sequence", () => {
  const inString = "(<</S/JavaScript>>) null";
  expect(findIn(pack(inString))).toBeUndefined();
  expect(
    findIn(pack(inString, { write: (bytes) => deflateSync(latin(`7 1 8 0 ${bytes.toString("latin1").slice(8)}`)) })),
  ).toBe("script");
  expect(findIn(pack("null <</S/JavaScript>>", { write: (bytes) => deflateSync(bytes) }))).toBe("script");
});

const unusual = "unusual encoding";
test.each([
  ["with LZW", { filters: "/LZWDecode", write: (bytes: Buffer) => bytes }, unusual],
  ["with run lengths", { filters: "/RL", write: (bytes: Buffer) => bytes }, unusual],
  [
    "twice",
    { filters: "[/FlateDecode/FlateDecode]", write: (bytes: Buffer) => deflateSync(deflateSync(bytes)) },
    unusual,
  ],
  ["with a predictor", { head: "/Type/ObjStm/DecodeParms<</Predictor 12/Columns 4>>" }, unusual],
  ["with parameters in another object", { head: "/Type/ObjStm/DecodeParms 9 0 R" }, unusual],
  ["with an abbreviated filter key", { head: "/Type/ObjStm/F/FlateDecode" }, unusual],
  ["with two filter entries", { head: "/Type/ObjStm/Filter/AHx" }, unusual],
  ["with an unknown filter", { filters: "/Unknown" }, unusual],
  ["that is damaged", { write: (bytes: Buffer) => latin(`..${bytes.toString("latin1")}`) }, "invalid"],
  ["after a second stream keyword", { head: "/Type/ObjStm/A stream\n/B" }, "invalid"],
  [
    "without compression and with text before the offsets",
    { filters: " null", write: (bytes: Buffer) => latin(`x${bytes.toString("latin1")}`) },
    "begin with its offsets",
  ],
  ["with two values of First", { head: "/Type/ObjStm/First 3" }, "lacks /First or /N"],
  [
    "of more than 16 MB",
    { write: (bytes: Buffer) => deflateSync(Buffer.concat([bytes, Buffer.alloc(16 << 20, 0x20)])) },
    "larger than",
  ],
])("rejects a PDF with an object stream %s", (_how, options, why) => {
  expect(() => findIn(pack("null null", options))).toThrow(why);
});

test("rejects a PDF because its object streams are too large together", () => {
  const parts = Array.from({ length: 9 }, () => pack(" ".repeat(15 << 20)));
  expect(() => findIn(...parts)).toThrow("too large together");
});

test("ignores dangerous names in text, links and comments", () => {
  const words = "(Certificate in HTML/JavaScript \\(and /JS \\) /Launch )";
  const link = "/A<</S/URI/URI(https://developer.mozilla.org/en-US/docs/Web/JavaScript/Guide)>>";
  expect(
    find(`1 0 obj <</Title ${words}/B<2f4a53>/C/JavaScripts>> endobj % /JavaScript \n2 0 obj <<${link}>> endobj`),
  ).toBeUndefined();
  expect(findIn(pack(`<</Title ${words}>> <<${link}>>`))).toBeUndefined();
  const metadata = "<rdf:li>HTML/CSS/JavaScript</rdf:li> /Launch (";
  expect(
    find(`3 0 obj <</Type/Metadata/Length 9>>stream\r\n${metadata}\nendstream endobj 4 0 obj <</A 1>> endobj`),
  ).toBeUndefined();
  expect(
    find(`3 0 obj <</Length 9>>stream\r${metadata}\rendstream\rendobj\r4 0 obj <<${link}>>\rendobj`),
  ).toBeUndefined();
  expect(
    find("1 0 obj <</OpenAction 5 0 R>> endobj 5 0 obj <</S/GoTo>> endobj 6 0 obj <</S/URI>> endobj"),
  ).toBeUndefined();
});

test("accepts a certificate about JavaScript from a PDF library", async () => {
  for (const useObjectStreams of [true, false]) {
    const document = await PDFDocument.create();
    document.setTitle("HTML/JavaScript and /JS");
    for (let page = 0; page < 60; page += 1) document.addPage().drawText("Certificate in HTML/JavaScript (advanced)");
    expect(findIn(Buffer.from(await document.save({ useObjectStreams })))).toBeUndefined();
  }
});

test("ignores action names within image data", () => {
  const bytes = latin("obj [ /S \\x80 1 obj [ %\nx obj [\nobj [ 10.5 obj [ 1 a0 obj /JS (");
  const picture = Buffer.concat([latin("3 0 obj <</Filter/DCTDecode>>stream\n"), bytes, latin("endstream endobj\n")]);
  expect(findIn(picture, pack("null null"))).toBeUndefined();
});

test.each([
  ["objects in strings", "1 0 obj("],
  ["objects in dictionaries", "1 0 obj<<"],
  ["objects after comments", "1 0%obj\nobj"],
  ["numbers after comments", "1%1%1%1%1%1%1%1%1%1%1%obj%1%1%1%"],
  ["streams in dictionaries", "1 0 obj<<stream "],
  ["streams without an end", "1 0 obj<<>>stream\n"],
  ["streams with a length", "1 0 obj<</Length 99999999/Filter/AHx>>stream\nendstream\n"],
  ["filters", "/Filter [ /Length 1 "],
  ["digits", "1"],
  ["lists", "["],
  ["nested strings", "("],
  ["open actions", "1 0 obj /OpenAction 1 0 R"],
])("inspects a file full of %s in linear time", async (_what, part) => {
  const judge = (size: number) => {
    const bytes = Buffer.concat([latin("%PDF-1.7\n1 0 obj <<"), Buffer.alloc(size, part, "latin1")]);
    return cpuMs(async () => expect([true, false, undefined]).toContain(await isBomb(bytes).catch(() => undefined)));
  };
  const small = await judge(256 * 1024);
  expect(await judge(2 * 1024 * 1024)).toBeLessThan(Math.max(500, 8 * 4 * small));
});

test("finds a bomb of streams that are harmless one by one", async () => {
  const packed = deflateSync(Buffer.alloc(100 * 1024 * 1024), { level: 9 });
  const stream = Buffer.concat([
    Buffer.from("4 0 obj <</Filter/FlateDecode>>stream\n"),
    packed,
    Buffer.from("\nendstream endobj\n"),
  ]);
  expect(await isBomb(Buffer.concat([stream]))).toBe(false);
  const many = Array.from({ length: 8 }, () => stream);
  expect(await isBomb(Buffer.concat(many))).toBe(true);
  expect(await isBomb(Buffer.concat([...many, object("/Filter/constructor", latin("x"))]))).toBe(true);
});

const object = (head: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`4 0 obj <<${head}>>stream\n`, "latin1"), body, Buffer.from("\nendstream endobj\n")]);
const zeros = deflateSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 });
/** Zeros after a few uncompressed letters. */
const late = Buffer.concat([
  deflateSync(latin("endstream"), { level: 0, finishFlush: constants.Z_SYNC_FLUSH }),
  zeros.subarray(2),
]);

test.each([
  ["a filter in another object", object("/Filter 9 0 R", zeros), "9 0 obj /FlateDecode endobj"],
  ["filters in another object", object("/Filter 9 0 R", zeros), "9 0 obj [/FlateDecode] endobj"],
  ["an encoded filter name", object("/Filter/Fl#61teDecode", zeros), ""],
  ["a long dictionary", object(`/Filter/FlateDecode/X(${"x".repeat(2000)})`, zeros), ""],
  ["a hexadecimal encoding", object("/Filter[/ASCIIHexDecode/FlateDecode]", Buffer.from(zeros.toString("hex"))), ""],
  ["a base 85 encoding", object("/Filter[/A85/Fl]", toAscii85(zeros)), ""],
  ["two expanding filters", object("/Filter[/FlateDecode/LZWDecode]", Buffer.from("x")), ""],
  ["LZW", object("/Filter/LZWDecode", packLzw(200 * 1024 * 1024)), ""],
  ["a comment that looks like a stream", Buffer.concat([latin("%stream\n"), object("/Filter/FlateDecode", zeros)]), ""],
  ["the word endstream in its data", object(`/Filter/FlateDecode/Length ${late.length}`, late), ""],
  ["run length encoding", object("/Filter/RunLengthDecode", Buffer.alloc(3 * 1024 * 1024, Buffer.from([129, 0]))), ""],
])("finds a bomb with %s", async (_what, stream, beside) => {
  expect(await isBomb(Buffer.concat([stream, Buffer.from(beside)]))).toBe(true);
});

test("counts decoded bytes as ISO 32000-1 defines the filters", async () => {
  // The example of 7.4.4.2: ten bytes.
  expect(await expandingFilters.get("LZWDecode")!.count(Buffer.from("800b6050220c0c8501", "hex"), 1000)).toBe(10);
  expect(await expandingFilters.get("LZWDecode")!.count(packLzw(100_000), 1_000_000)).toBeGreaterThanOrEqual(100_000);
  expect(await expandingFilters.get("RL")!.count(Buffer.from([2, 1, 2, 3, 255, 9, 128, 7]), 1000)).toBe(5);
  expect(textFilters.get("A85")!(Buffer.from("9jqo^BlbD-BleB1DJ+*+F(f,q~>")).toString()).toBe("Man is distinguished");
  expect(textFilters.get("A85")!(Buffer.from("z9jn~>"))).toEqual(Buffer.from([0, 0, 0, 0, 0x4d, 0x61]));
  expect(textFilters.get("AHx")!(Buffer.from("4d 61 6E 7>"))).toEqual(Buffer.from("Manp"));
});

function latin(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

/** Encodes bytes in base 85 as in a PDF. */
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

/** Encodes at least this many zeros by LZW, with the longest possible codes. */
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
