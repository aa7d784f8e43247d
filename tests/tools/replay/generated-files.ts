import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PDFDocument, rgb, StandardFonts } from "pdf-lib";
import sharp from "sharp";
import { appRoot } from "#server/root.ts";
import { makeFaultyFile } from "./faulty-files.ts";
import type { Paper } from "./contracts.ts";

/** A file as a browser or a multipart body takes it. */
export interface GeneratedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const page = { width: 595, height: 842, margin: 72 };
const letterSize = 14;
/** Dots per point of the drawn pictures: a usual scan. */
const scale = 2;

/** A photograph that went wrong takes seconds to make; the same one is made once. */
const made = new Map<string, Promise<Buffer>>();
let shelf: string | undefined;
/** Where the runner keeps them: a new runner begins with none. */
export const generatedFilesFolder = path.join(appRoot, "dist/replay/papers");

/** Papers are kept in a folder from now on, and taken from there: who changes how they are made empties it. */
export function setGeneratedFilesFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  shelf = folder;
}

/** Makes a paper with its lines on every page, of at least `minBytes`, or a bad one; the same bytes each time. */
export async function generateFile(name: string, paper: Paper): Promise<GeneratedFile> {
  const key = JSON.stringify(paper);
  const bytes = made.get(key) ?? findOrMake(key, paper);
  made.set(key, bytes);
  return { name, mimeType: paper.type, buffer: await bytes };
}

async function findOrMake(key: string, paper: Paper): Promise<Buffer> {
  const file = shelf && path.join(shelf, createHash("sha256").update(key).digest("hex"));
  if (file && existsSync(file)) return readFileSync(file);
  const bytes = await makeBytes(paper);
  if (file) writeFileSync(file, bytes);
  return bytes;
}

async function makeBytes(paper: Paper): Promise<Buffer> {
  if (paper.as !== undefined) return makeFaultyFile(paper.as);
  return paper.type === "application/pdf" ? makePdf(paper) : makePicture(paper);
}

async function makePdf({ pages = 1, lines, minBytes }: Paper): Promise<Buffer> {
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
  // Bytes that no page uses, like those that scanners leave behind.
  document.context.register(document.context.stream(drawNoise(minBytes - bare.length)));
  return Buffer.from(await document.save());
}

async function makePicture({ type, lines, minBytes }: Paper): Promise<Buffer> {
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
  // Both formats end at a mark of their own: what follows is not looked at.
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
