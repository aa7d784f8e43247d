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
