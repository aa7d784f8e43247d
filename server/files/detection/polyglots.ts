import type { ContentType } from "../limits.ts";

const markup = /<(?:!doctype\s+html|html|head|body|script|iframe|svg|\?php)[\s>/]/i;
const pdfMark = "%PDF-";
/** PDF readers search for the mark this far (ISO 32000-1, annex H.3). */
const pdfMarkMax = 1024;
const zipEntry = "PK\u0003\u0004";
const zipEnd = "PK\u0005\u0006";
/** The end record of a ZIP with the longest comment. */
const zipEndMax = 22 + 65_535;

/** Returns whether bytes begin as a PDF, perhaps after a few other bytes. */
export const beginsPdf = (bytes: Buffer): boolean => bytes.subarray(0, pdfMarkMax).includes(pdfMark, 0, "latin1");

/**
 * Returns whether a file also has another type: a web page, a ZIP archive, or a PDF inside an image. A program that
 * opens it as that type could run it. Markup counts only outside the file's own data, where documents and metadata
 * quote it.
 */
export function isPolyglot(bytes: Buffer, contentType: ContentType): boolean {
  if (contentType !== "application/pdf" && beginsPdf(bytes)) return true;
  if (bytes.subarray(-zipEndMax).includes(zipEnd, 0, "latin1") && bytes.includes(zipEntry, 0, "latin1")) return true;
  return outsideData[contentType](bytes).some((part) => markup.test(part.toString("latin1")));
}

/** The parts of a file outside its own data, by type. */
const outsideData: Readonly<Record<ContentType, (bytes: Buffer) => Buffer[]>> = {
  "application/pdf": (bytes) => {
    const parts: Buffer[] = [];
    let at = 0;
    for (let start = findObject(bytes, at); start >= 0; start = findObject(bytes, at)) {
      const end = bytes.indexOf("endobj", start, "latin1");
      if (end < 0) break;
      parts.push(bytes.subarray(at, start));
      at = end + "endobj".length;
    }
    return [...parts, bytes.subarray(at)];
  },
  "image/jpeg": (bytes) => {
    const scan = bytes.indexOf(startOfScan);
    const end = scan < 0 ? -1 : bytes.indexOf(endOfImage, scan);
    if (end < 0 || textSegment.test(bytes.toString("latin1", scan, end))) return [bytes];
    return [bytes.subarray(0, scan), bytes.subarray(end)];
  },
  "image/png": (bytes) => {
    const parts: Buffer[] = [];
    let at = pngChunks;
    for (; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
      const type = bytes.toString("latin1", at + 4, at + 8);
      if (type !== "IDAT") parts.push(bytes.subarray(at, at + 12 + bytes.readUInt32BE(at)));
      if (type === "IEND") break;
    }
    return [...parts, bytes.subarray(at)];
  },
};

/** JPEG markers (ITU T.81, B.1). Pixel data follows the first scan header and contains no other marker of these. */
const startOfScan = Buffer.of(0xff, 0xda);
const endOfImage = Buffer.of(0xff, 0xd9);
const textSegment = /\xff[\xe0-\xef\xfe]/;
/** PNG (RFC 2083): chunks of length, type, data and checksum follow the signature. */
const pngChunks = 8;

/** Returns the start of the next "1 0 obj", or -1. */
function findObject(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf("obj", from, "latin1"); at >= 0; at = bytes.indexOf("obj", at + 3, "latin1")) {
    const before = bytes.toString("latin1", Math.max(from, at - 24), at);
    const numbers = /\d+\s+\d+\s+$/.exec(before);
    if (numbers) return at - numbers[0].length;
  }
  return -1;
}
