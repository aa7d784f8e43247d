import { PDFDocument, StandardFonts } from "pdf-lib";
import sharp from "sharp";
import { listSamples } from "../sample-documents/corpus.ts";
import { flaws } from "../sample-documents/flaws.ts";
import { eicar } from "#server/ports/scanner-sandbox.ts";
import { makePdf } from "../../server/files/sample-documents.ts";
import { hostileFiles, makeBomb, type HostileFile } from "../../server/files/hostile-files.ts";

const hostile: Readonly<Record<string, Pick<HostileFile, "make">>> = {
  ...hostileFiles,
  bomb: { make: () => Promise.resolve(makeBomb()) },
  infected: { make: async () => Buffer.concat([await makePdf(["Marksheet"]), Buffer.from(`\n%${eicar}`)]) },
};
/** Draws lines of a marksheet on a page, with `over` on top. */
const drawSheet = (width: number, height: number, letters: number, lines: number, over = ""): Promise<Buffer> => {
  const texts = Array.from(
    { length: lines },
    (_, i) =>
      `<text x="${width * 0.12}" y="${height * (0.08 + (0.84 * i) / lines)}">Statement of marks of a candidate, line ${i + 1}</text>`,
  ).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#ddd"/><g font-family="sans-serif" font-size="${letters}">${texts}</g>${over}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: "white" }).jpeg({ quality: 95 }).toBuffer();
};

/** Scans with a single flaw that no photo of the corpus has alone. */
const drawnFaults: Readonly<Record<string, () => Promise<Buffer>>> = {
  small: () => drawSheet(420, 594, 9, 30),
  long: () => drawSheet(1000, 8000, 24, 140),
  shaded: () =>
    drawSheet(
      1190,
      1684,
      28,
      30,
      '<defs><linearGradient id="g"><stop offset="0.35" stop-opacity="0"/><stop offset="0.45" stop-opacity="0.7"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/>',
    ),
  "empty-page": async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    const page = document.addPage();
    for (let i = 0; i < 20; i += 1)
      page.drawText("Statement of marks of a candidate", { x: 72, y: 760 - i * 30, size: 14, font });
    document.addPage();
    document.context.register(document.context.stream(new Uint8Array(64 * 1024).map((_, i) => (i * 7919) >> 3)));
    return Buffer.from(await document.save());
  },
};

/** Seed of the photos and scans, so that their bytes stay the same. */
const seed = 1;

/** Names of faults: a hostile file, or a document with a flaw. */
export function listFaultyFiles(): string[] {
  return [...Object.keys(hostile), ...Object.keys(drawnFaults), ...flaws];
}

/** Makes a file with a fault. A flaw has its full strength. */
export async function makeFaultyFile(fault: string): Promise<Buffer> {
  const file = hostile[fault];
  if (file) return file.make();
  const draw = drawnFaults[fault];
  if (draw) return draw();
  const sample = listSamples(seed).find(({ name }) => name === `${fault}-strong-0`);
  if (!sample) throw new Error(`unknown fault '${fault}'`);
  return Buffer.from(await sample.make());
}
