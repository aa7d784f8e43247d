import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { minBytes } from "#server/files/limits.ts";

/** What a made picture may be. */
export type PictureType = "jpeg" | "png";

const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1190" height="840"><rect width="100%" height="100%" fill="#e8edf3"/><text x="80" y="420" font-family="sans-serif" font-size="120" fill="#1d4e89">SANDBOX</text></svg>',
);

/** A picture for fixtures, above the least size of a file: what follows the end mark of a format is not looked at. */
export async function makePicture(type: PictureType): Promise<Buffer> {
  const bytes = await sharp(drawing).flatten({ background: "white" }).toFormat(type).toBuffer();
  return Buffer.concat([bytes, randomBytes(Math.max(0, minBytes - bytes.length))]);
}
