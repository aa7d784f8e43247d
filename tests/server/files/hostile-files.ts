/* Files that must be rejected, each with a description and the reason in its message. To add one: an entry. */
import { deflateSync } from "node:zlib";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { makePdf, makePicture, pad } from "./sample-documents.ts";

export interface HostileFile {
  what: string;
  make: () => Promise<Buffer>;
  /** The part of the message that names the reason. */
  reason: RegExp;
}

const zipOf = (text: string) =>
  Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.from(text), Buffer.from("PK\u0005\u0006"), Buffer.alloc(18)]);
const afterPng = async (tail: Buffer) => Buffer.concat([await makePicture({ width: 700, height: 900 }), tail]);

/** A hand-written PDF of these objects. */
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
export const makeBomb = () => {
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

export const hostileFiles = {
  svg: {
    what: "an SVG",
    make: async () =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><!--${"x".repeat(60_000)}--></svg>`,
      ),
    reason: /type/,
  },
  "svg-with-head": {
    what: "an SVG with an XML head",
    make: async () =>
      Buffer.from(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><!--${"x".repeat(60_000)}--></svg>`),
    reason: /type/,
  },
  gif: {
    what: "a GIF",
    make: async () =>
      sharp(await makePicture())
        .gif()
        .toBuffer()
        .then((gif) => Buffer.concat([gif, Buffer.alloc(60_000)])),
    reason: /type/,
  },
  zip: { what: "a ZIP", make: async () => zipOf("x".repeat(60_000)), reason: /type/ },
  "picture-and-page": {
    what: "an image that is a web page too",
    make: async () => afterPng(Buffer.from("<html><script>alert(1)</script></html>")),
    reason: /second file/,
  },
  "picture-and-archive": {
    what: "an image that is a ZIP too",
    make: async () => afterPng(zipOf("evil.class")),
    reason: /second file/,
  },
  "pdf-and-page": {
    what: "a PDF that is a web page too",
    make: async () =>
      pad(Buffer.concat([await makePdf(), Buffer.from("\n<script src=//evil.example></script>")]), 60_000),
    reason: /second file/,
  },
  "pdf-and-archive": {
    what: "a PDF that is a ZIP too",
    make: async () => Buffer.concat([await makePdf(), zipOf("evil.class")]),
    reason: /second file/,
  },
  encrypted: {
    what: "a PDF with a password",
    make: async () =>
      pad(
        Buffer.from(
          (await makePdf(undefined, 0)).toString("latin1").replace(/trailer\s*<</, "trailer\n<< /Encrypt 1 0 R "),
          "latin1",
        ),
        60_000,
      ),
    reason: /password/,
  },
  script: {
    what: "a PDF with a script in its name tree",
    make: async () => {
      const document = await PDFDocument.create();
      document.addPage();
      document.addJavaScript("run", "app.alert(1)");
      return pad(Buffer.from(await document.save()), 60_000);
    },
    reason: /scripts/,
  },
  "script-behind-comment": {
    what: "a PDF with a script after a comment that looks like a stream",
    make: async () => {
      const opens = "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>";
      const pdf = toPdf([opens, ...book.slice(1), page, "<<>>"]).toString("latin1");
      return pad(Buffer.from(pdf.replace("\n", "\n%stream\n"), "latin1"), 60_000);
    },
    reason: /scripts/,
  },
  "unusual-object-stream": {
    what: "a PDF with an object stream in an unusual encoding",
    make: async () => {
      const stream =
        "<</Type/ObjStm/N 1/First 4/Filter/LZWDecode/Length 9>>stream\n\x80\x0b\x60\x50\x22\x0c\nendstream";
      return pad(toPdf([...book, page, "<<>>", Buffer.from(stream, "latin1")]), 60_000);
    },
    reason: /could not be read/,
  },
  attachment: {
    what: "a PDF with an attached file",
    make: async () => {
      const document = await PDFDocument.create();
      document.addPage();
      await document.attach(Buffer.from("MZ"), "tool.exe", { mimeType: "application/octet-stream" });
      return pad(Buffer.from(await document.save()), 60_000);
    },
    reason: /other files/,
  },
  "opens-address": {
    what: "a PDF that opens an address on load",
    make: async () =>
      pad(
        toPdf(["<</Type/Catalog/Pages 2 0 R/OpenAction<</S/URI/URI(http://evil.example)>>>>", ...book.slice(1)]),
        60_000,
      ),
    reason: /scripts/,
  },
  "pdf-cut-off": {
    what: "a truncated PDF",
    make: async () => (await makePdf(undefined, 0, 40)).subarray(0, 45_000),
    reason: /could not be read/,
  },
  "no-pdf": {
    what: "a PDF with a valid first line only",
    make: async () => pad(Buffer.from("%PDF-1.7\nnothing\n%%EOF"), 60_000),
    reason: /could not be read/,
  },
  "no-page": {
    what: "a PDF without a page",
    make: async () => pad(toPdf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"]), 60_000),
    reason: /could not be read/,
  },
  "jpeg-cut-off": {
    what: "a truncated JPEG",
    make: async () =>
      makePicture({ format: "jpeg" }).then((picture) => picture.subarray(0, Math.floor(picture.length / 2))),
    reason: /could not be read/,
  },
  "png-cut-off": {
    what: "a truncated PNG",
    make: async () => makePicture().then((picture) => picture.subarray(0, Math.floor(picture.length / 2))),
    reason: /could not be read/,
  },
  "png-damaged": {
    what: "a PNG with damaged rows",
    make: async () =>
      makePicture().then((picture) =>
        Buffer.concat([picture.subarray(0, 50_000), Buffer.alloc(2_000_000, 0xaa), picture.subarray(2_050_000)]),
      ),
    reason: /could not be read/,
  },
  "too-wide": {
    what: "an image 30,000 pixels wide",
    make: async () => {
      const picture = await makePicture({ width: 700, height: 900 });
      picture.writeUInt32BE(30_000, 16);
      return picture;
    },
    reason: /too large/,
  },
  "too-large": {
    what: "an image of 30,000 by 30,000",
    make: async () => {
      const picture = await makePicture({ width: 700, height: 900 });
      picture.writeUInt32BE(30_000, 16);
      picture.writeUInt32BE(30_000, 20);
      return picture;
    },
    reason: /too large/,
  },
} satisfies Record<string, HostileFile>;
