import { existsSync, renameSync, statSync } from "node:fs";
import { readdirSync } from "node:fs";
import path from "node:path";
import { PDFDocument, StandardFonts } from "pdf-lib";
import sharp from "sharp";
import { appRoot, builtPath } from "#server/root.ts";
import { bundleForNode } from "../../support/bundle-for-node.ts";

/** Builds the workers for inspection and OCR, unless `npm test` has built them. */
export async function buildDetectWorker(): Promise<void> {
  const folder = path.join(appRoot, "server/files/detection");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const newest = Math.max(...sources.map((name) => statSync(path.join(folder, name)).mtimeMs));
  for (const worker of ["detect.worker", "ocr.worker"]) {
    const built = builtPath(`server/files/detection/${worker}.js`);
    if (existsSync(built) && statSync(built).mtimeMs > newest) continue;
    const temporary = `${built}.${process.pid}.js`;
    await bundleForNode(path.join(folder, `${worker}.ts`), temporary);
    renameSync(temporary, built);
  }
}

/** A PDF with a page of text, at least `sizeBytes` long. Deterministic for the same lines. */
export async function makePdf(
  lines: readonly string[] = ["Board of Secondary Education", "Roll No. 4711", "Asha Verma", "2015"],
  sizeBytes = 60_000,
  pages = 1,
): Promise<Buffer> {
  const document = await PDFDocument.create();
  const then = new Date(Date.UTC(2020, 0, 1));
  document.setCreationDate(then);
  document.setModificationDate(then);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 0; number < pages; number += 1) {
    const page = document.addPage([595, 842]);
    for (let row = 0; row < 30; row += 1)
      page.drawText(lines[row % lines.length]!, { x: 60, y: 770 - row * 24, size: 13, font });
  }
  return pad(Buffer.from(await document.save({ useObjectStreams: false })), sizeBytes);
}

/** Adds comments after the PDF's end, which change nothing. */
export function pad(pdf: Buffer, sizeBytes: number): Buffer {
  const missing = sizeBytes - pdf.length;
  return missing <= 0 ? pdf : Buffer.concat([pdf, Buffer.from(`\n%${"x".repeat(Math.max(0, missing - 2))}`)]);
}

/**
 * A white page with dark strokes like text; `blur` in pixels. OCR of a full page takes most of a minute, so a test with
 * OCR sets `rows`.
 */
export async function makePicture({
  width = 1240,
  height = 1754,
  blur = 0,
  format = "png",
  rows = Infinity,
}: { width?: number; height?: number; blur?: number; format?: "png" | "jpeg"; rows?: number } = {}): Promise<Buffer> {
  const strokes: string[] = [];
  for (let y = 120; y < Math.min(height - 120, 120 + rows * 34); y += 34) {
    for (let x = 110; x < width - 110; x += 17)
      strokes.push(
        `<path d="M${x} ${y}v${8 + ((x * y) % 13)}h${3 + ((x + y) % 9)}" stroke="#111" stroke-width="3" fill="none"/>`,
      );
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${strokes.join("")}</svg>`;
  const image = sharp(Buffer.from(svg)).flatten({ background: "#fff" });
  const drawn = blur > 0 ? image.blur(blur) : image;
  return format === "png" ? drawn.png({ compressionLevel: 0 }).toBuffer() : drawn.jpeg({ quality: 95 }).toBuffer();
}
