import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PDFDocument, rgb, StandardFonts } from "pdf-lib";
import sharp from "sharp";
import { appRoot } from "#server/root.ts";
import { makeFaultyFile } from "./faulty-files.ts";
import type { FileSpec } from "./contracts.ts";

/** A file for a browser or a multipart body. */
export interface GeneratedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const page = { width: 595, height: 842, margin: 72 };
const letterSize = 14;
/** Pixels per point of a drawn scan. */
const scale = 2;

/** A faulty photo takes seconds to make, so files are cached. */
const cache = new Map<string, Promise<Buffer>>();
let cacheFolder: string | undefined;
/** The cache of the runner. A new build of the runner empties it. */
export const generatedFilesFolder = path.join(appRoot, "dist/replay/files");

/** Caches generated files in a folder. Delete the folder when the generator changes. */
export function setGeneratedFilesFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  cacheFolder = folder;
}

/** Makes a file with its lines on every page and at least `minBytes`, or a faulty one. Same spec, same bytes. */
export async function generateFile(name: string, spec: FileSpec): Promise<GeneratedFile> {
  const key = JSON.stringify(spec);
  const bytes = cache.get(key) ?? readOrMake(key, spec);
  cache.set(key, bytes);
  return { name, mimeType: spec.type, buffer: await bytes };
}

async function readOrMake(key: string, spec: FileSpec): Promise<Buffer> {
  const file = cacheFolder && path.join(cacheFolder, createHash("sha256").update(key).digest("hex"));
  if (file && existsSync(file)) return readFileSync(file);
  const bytes = await makeBytes(spec);
  if (file) writeFileSync(file, bytes);
  return bytes;
}

async function makeBytes(spec: FileSpec): Promise<Buffer> {
  if (spec.fault !== undefined) return makeFaultyFile(spec.fault);
  return spec.type === "application/pdf" ? makePdf(spec) : makeImage(spec);
}

async function makePdf({ pages = 1, lines, minBytes }: FileSpec): Promise<Buffer> {
  const document = await PDFDocument.create();
  const then = new Date(Date.UTC(2020, 0, 1));
  document.setCreationDate(then);
  document.setModificationDate(then);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number += 1) {
    const sheet = document.addPage([page.width, page.height]);
    [...lines, `Page ${number} of ${pages}`].forEach((line, i) => {
      sheet.drawText(line, {
        x: page.margin,
        y: page.height - page.margin - i * letterSize * 2,
        size: letterSize,
        font,
        color: rgb(0, 0, 0),
      });
    });
  }
  const bare = await document.save();
  if (bare.length >= minBytes) return Buffer.from(bare);
  // Bytes that no page uses, as scanners leave them.
  document.context.register(document.context.stream(drawNoise(minBytes - bare.length)));
  return Buffer.from(await document.save());
}

async function makeImage({ type, lines, minBytes }: FileSpec): Promise<Buffer> {
  const width = page.width * scale;
  const height = page.height * scale;
  const rows = lines
    .map(
      (line, i) =>
        `<text x="${page.margin * scale}" y="${(page.margin + i * letterSize * 2) * scale}">${escape(line)}</text>`,
    )
    .join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/><g font-family="sans-serif" font-size="${letterSize * scale}" fill="black">${rows}</g></svg>`;
  const drawn = sharp(Buffer.from(svg)).flatten({ background: "white" });
  const bytes =
    type === "image/png"
      ? await drawn.png({ compressionLevel: 0 }).toBuffer()
      : await drawn.jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();
  // Both formats have an end marker. Readers ignore the bytes after it.
  return bytes.length >= minBytes ? bytes : Buffer.concat([bytes, drawNoise(minBytes - bytes.length)]);
}

/** Bytes that do not compress, the same each time (xorshift32). */
function drawNoise(count: number): Buffer {
  const noise = Buffer.alloc(count);
  let state = 0x2545f491;
  for (let i = 0; i < count; i += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    noise[i] = state & 0xff;
  }
  return noise;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
