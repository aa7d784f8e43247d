import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { minBytes } from "#server/files/limits.ts";

/** The types of a sample image. */
export type ImageType = "jpeg" | "png";

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1190" height="840"><rect width="100%" height="100%" fill="#e8edf3"/><text x="80" y="420" font-family="sans-serif" font-size="120" fill="#1d4e89">SANDBOX</text></svg>',
);

/** A sample image above the minimum size: random bytes after its end mark pad it. */
export async function makeSampleImage(type: ImageType): Promise<Buffer> {
  const bytes = await sharp(drawing).flatten({ background: "white" }).toFormat(type).toBuffer();
  return Buffer.concat([bytes, randomBytes(Math.max(0, minBytes - bytes.length))]);
}

/** A sample PDF of one page, just above the minimum size. */
export function makeSamplePdf(lines: readonly string[]): Buffer {
  const text = lines
    .map((line, i) => `BT /F1 16 Tf 72 ${720 - i * 28} Td (${line.replace(/[()\\]/g, "\\$&")}) Tj ET`)
    .join("\n");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const offset = pdf.length;
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  pdf += `%${" SANDBOX".repeat(5600)}\n`;
  const start = pdf.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.from(
    `${pdf}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    "latin1",
  );
}
