import { constants, deflateSync } from "node:zlib";
import { PDFDocument } from "pdf-lib";
import { expect, test } from "vitest";
import { isPdfBomb } from "#server/files/detection/pdf-bomb.ts";
import { expanding, textual } from "#server/files/detection/pdf-filters.ts";
import { findDanger } from "#server/files/detection/pdf-dangers.ts";
import { openPdf } from "#server/files/detection/pdf-objects.ts";
import { cpuMs } from "../../../cpu-ms.ts";

const findIn = (...parts: readonly (string | Buffer)[]) =>
  findDanger(
    openPdf(
      Buffer.concat(["%PDF-1.7\n", ...parts, "\n%%EOF"].map((part) => (typeof part === "string" ? latin(part) : part))),
    ),
  );
const find = (text: string) => findIn(text);
const isBomb = async (bytes: Buffer) => isPdfBomb(openPdf(bytes));

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
    expect(findIn(Buffer.from(await document.save({ useObjectStreams })))).toBe("attachment");
  }
});

const script = "1 0 obj <</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>> endobj\n";

test.each([
  ["behind a comment that is no stream", `%stream\n${script}`],
  ["behind a name that is no stream", `5 0 obj <</A/stream>> endobj\n${script}`],
  ["behind words with a stream in them", `5 0 obj (stream\n) endobj\n${script}`],
  ["in a comment", `%${script}`],
  ["in a string", `5 0 obj (it \\( is ${script}) endobj`],
  ["in a string that never ends", `5 0 obj ((${script}`],
  ["in letters of base 16", `5 0 obj <${script}> endobj`],
  ["in the bytes of a stream", `5 0 obj <</Length 200>>stream\n${script}endstream endobj`],
  ["in a dictionary that speaks of a stream", "1 0 obj <</A stream\n/OpenAction<</S/JavaScript>>>> endobj"],
  ["in a dictionary around something like a stream", "1 0 obj <</A<<>>stream\n/B<</S/JavaScript>>>> endobj"],
  ["in a dictionary around something like an object", "1 0 obj <</A 9 0 obj<<>>stream\n/S/JavaScript>> endobj"],
  ["in a trailer that is an object too", "trailer <</Root<</AA<</WC<</S/JavaScript>>>>>>>>"],
  ["under a name in hexadecimal", "1 0 obj <</S/#4a#61vaScript>> endobj"],
  ["under a name that a comment ends", "1 0 obj <</S/JavaScript%\n>> endobj"],
  ["under a name that a blank of few readers ends", "1 0 obj <</S/JavaScript\x80/A 1>> endobj"],
  ["under a name that nothing ends", "1 0 obj <</S/JavaScript"],
  ["in an object whose number a comment cuts", "1%\n0%\nobj%\n<</S/JavaScript>> endobj"],
  ["in an object behind a long comment", `1 0%${"x".repeat(999)}\n%${"x".repeat(99)}\nobj<</S/JavaScript>> endobj`],
  ["in an object behind many blanks", `1 0${" ".repeat(999)}obj<</S/JavaScript>> endobj`],
  ["in an object between many comments", `1%a%b\r%c\n0\n%d\r\n \r\nobj<</S/JavaScript>> endobj`],
  ["in an object behind a fraction", "1.0 0 obj<</S/JavaScript>> endobj"],
  ["in an object whose number ends in it", "1 0obj<</S/JavaScript>> endobj"],
])("a script %s is found", (_where, text) => {
  expect(find(text)).toBe("script");
});

test("an address that is opened by another object is found, whatever stands between", () => {
  const opens = "1 0 obj <</OpenAction 9 0 R/OpenAction 7%\n0 R>> endobj\n";
  expect(find(`${opens}7%\n0 obj <</S%\n/URI/URI(http://evil.example)>> endobj`)).toBe("script");
  expect(find(`${opens}007 0 obj <</D<</E 1>>/S/URI>> endobj`)).toBe("script");
  expect(find(`${opens}7 0 obj <</S 9 0 R/URI(http://evil.example)>> endobj 9 0 obj /URI endobj`)).toBe("script");
  expect(findIn(opens, pack("<</S/URI/URI(http://evil.example)>>"))).toBe("script");
});

/** A stream of objects: the seventh, and what else is given. */
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
/** Deflated without being made smaller, which leaves words as they are. */
const toStored = (bytes: Buffer) => deflateSync(bytes, { level: 0 });
/** What a reader reads that does not look at the sum behind it. */
const withoutSum = (bytes: Buffer) => Buffer.concat([deflateSync(bytes).subarray(0, -4), Buffer.alloc(4)]);

test.each([
  ["as usual", {}],
  ["far behind the beginning of their dictionary", { head: `/Type/ObjStm/A(${"x".repeat(2000)})` }],
  ["in a stream that does not say what it is", { head: "" }],
  ["in a stream that says it otherwise", { head: "/Type/Obj#53tm" }],
  ["in a dictionary that ends too early", { head: "/Type/ObjStm/A[>>" }],
  ["as letters of base 16", { filters: "[/ASCIIHexDecode/FlateDecode]", write: toHex }],
  ["as letters of base 85", { filters: "[/A85 %/\n/Fl]", write: toLetters }],
  ["with a filter that stands elsewhere", { filters: " 9 0 R/C 9 0 obj /FlateDecode" }],
  ["with what ends a stream among them", { write: toStored }],
  ["without a sum", { write: withoutSum }],
  ["behind a line that CR alone ends", { line: "\r" }],
  ["behind a line that CR and LF end", { line: "\r\n" }],
  ["behind a line with blanks", { line: "  \n" }],
])("what is packed %s is looked into", (_how, options) => {
  const text = "(endstream) <</S/JavaScript/JS(app.alert(1))>>";
  expect(findIn(pack(text, options))).toBe("script");
  expect(findIn(pack(text.replace("JavaScript/JS", "GoTo/D"), options))).toBeUndefined();
});

test("packed objects are found wherever their list says, and one after the other", () => {
  const inString = "(<</S/JavaScript>>) null";
  expect(findIn(pack(inString))).toBeUndefined();
  expect(
    findIn(pack(inString, { write: (bytes) => deflateSync(latin(`7 1 8 0 ${bytes.toString("latin1").slice(8)}`)) })),
  ).toBe("script");
  expect(findIn(pack("null <</S/JavaScript>>", { write: (bytes) => deflateSync(bytes) }))).toBe("script");
});

const oddly = "as nobody packs them";
test.each([
  ["with LZW", { filters: "/LZWDecode", write: (bytes: Buffer) => bytes }, oddly],
  ["with run lengths", { filters: "/RL", write: (bytes: Buffer) => bytes }, oddly],
  [
    "twice",
    { filters: "[/FlateDecode/FlateDecode]", write: (bytes: Buffer) => deflateSync(deflateSync(bytes)) },
    oddly,
  ],
  ["with a predictor", { head: "/Type/ObjStm/DecodeParms<</Predictor 12/Columns 4>>" }, oddly],
  ["with parameters that stand elsewhere", { head: "/Type/ObjStm/DecodeParms 9 0 R" }, oddly],
  ["with a filter under its short key", { head: "/Type/ObjStm/F/FlateDecode" }, oddly],
  ["with two filters to choose from", { head: "/Type/ObjStm/Filter/AHx" }, oddly],
  ["with a filter that nobody knows", { filters: "/Unknown" }, oddly],
  ["and damaged", { write: (bytes: Buffer) => latin(`..${bytes.toString("latin1")}`) }, "invalid"],
  ["behind two streams", { head: "/Type/ObjStm/A stream\n/B" }, "invalid"],
  [
    "in plain, with words before them",
    { filters: " null", write: (bytes: Buffer) => latin(`x${bytes.toString("latin1")}`) },
    "begin with their places",
  ],
  ["with two places to begin at", { head: "/Type/ObjStm/First 3" }, "does not say where"],
  [
    "to more than 16 MB",
    { write: (bytes: Buffer) => deflateSync(Buffer.concat([bytes, Buffer.alloc(16 << 20, 0x20)])) },
    "larger than",
  ],
])("a PDF whose objects are packed %s is not read", (_how, options, why) => {
  expect(() => findIn(pack("null null", options))).toThrow(why);
});

test("a PDF whose objects are packed to too much together is not read", () => {
  const parts = Array.from({ length: 9 }, () => pack(" ".repeat(15 << 20)));
  expect(() => findIn(...parts)).toThrow("Too many objects");
});

test("words that sound dangerous are harmless in what one reads, in links and in comments", () => {
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

test("pages of a language course, written by a library, are an ordinary PDF", async () => {
  for (const useObjectStreams of [true, false]) {
    const document = await PDFDocument.create();
    document.setTitle("HTML/JavaScript and /JS");
    for (let page = 0; page < 60; page += 1) document.addPage().drawText("Certificate in HTML/JavaScript (advanced)");
    expect(findIn(Buffer.from(await document.save({ useObjectStreams })))).toBeUndefined();
  }
});

test("what a picture holds by chance is nothing that acts", () => {
  const bytes = latin("obj [ /S \\x80 1 obj [ %\nx obj [\nobj [ 10.5 obj [ 1 a0 obj /JS (");
  const picture = Buffer.concat([latin("3 0 obj <</Filter/DCTDecode>>stream\n"), bytes, latin("endstream endobj\n")]);
  expect(findIn(picture, pack("null null"))).toBeUndefined();
});

test.each([
  ["objects in strings", "1 0 obj("],
  ["objects in dictionaries", "1 0 obj<<"],
  ["objects behind comments", "1 0%obj\nobj"],
  ["numbers behind comments", "1%1%1%1%1%1%1%1%1%1%1%obj%1%1%1%"],
  ["streams in dictionaries", "1 0 obj<<stream "],
  ["streams without an end", "1 0 obj<<>>stream\n"],
  ["streams that say how long they are", "1 0 obj<</Length 99999999/Filter/AHx>>stream\nendstream\n"],
  ["filters", "/Filter [ /Length 1 "],
  ["digits", "1"],
  ["lists", "["],
  ["strings in strings", "("],
  ["things to open", "1 0 obj /OpenAction 1 0 R"],
])("a file that is all %s is judged in time that grows as its length", async (_what, part) => {
  const judge = (size: number) => {
    const bytes = Buffer.concat([latin("%PDF-1.7\n1 0 obj <<"), Buffer.alloc(size, part, "latin1")]);
    return cpuMs(async () => expect([true, false, undefined]).toContain(await isBomb(bytes).catch(() => undefined)));
  };
  const small = await judge(256 * 1024);
  expect(await judge(2 * 1024 * 1024)).toBeLessThan(Math.max(500, 8 * 4 * small));
});

test("streams that are harmless one by one are a bomb together", async () => {
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
/** Zeros behind a few letters that are packed as they are. */
const late = Buffer.concat([
  deflateSync(latin("endstream"), { level: 0, finishFlush: constants.Z_SYNC_FLUSH }),
  zeros.subarray(2),
]);

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
  ["a comment that is no stream", Buffer.concat([latin("%stream\n"), object("/Filter/FlateDecode", zeros)]), ""],
  ["words that end a stream", object(`/Filter/FlateDecode/Length ${late.length}`, late), ""],
  ["run lengths", object("/Filter/RunLengthDecode", Buffer.alloc(3 * 1024 * 1024, Buffer.from([129, 0]))), ""],
])("a bomb behind %s is one", async (_what, stream, beside) => {
  expect(await isBomb(Buffer.concat([stream, Buffer.from(beside)]))).toBe(true);
});

test("what a filter unpacks is counted as ISO 32000-1 has it", async () => {
  // The example of 7.4.4.2: ten bytes.
  expect(await expanding.get("LZWDecode")!.count(Buffer.from("800b6050220c0c8501", "hex"), 1000)).toBe(10);
  expect(await expanding.get("LZWDecode")!.count(packLzw(100_000), 1_000_000)).toBeGreaterThanOrEqual(100_000);
  expect(await expanding.get("RL")!.count(Buffer.from([2, 1, 2, 3, 255, 9, 128, 7]), 1000)).toBe(5);
  expect(textual.get("A85")!(Buffer.from("9jqo^BlbD-BleB1DJ+*+F(f,q~>")).toString()).toBe("Man is distinguished");
  expect(textual.get("A85")!(Buffer.from("z9jn~>"))).toEqual(Buffer.from([0, 0, 0, 0, 0x4d, 0x61]));
  expect(textual.get("AHx")!(Buffer.from("4d 61 6E 7>"))).toEqual(Buffer.from("Manp"));
});

function latin(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

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
