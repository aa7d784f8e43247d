import sharp, { type Sharp } from "sharp";
import { maxPixels, maxSidePixels } from "../limits.ts";
import type { InspectRequest, Inspection } from "./inspection.ts";
import type { PageFlaw } from "./judging/flaws.ts";
import type { GreyPicture } from "#engine/picture/grey-picture.ts";
import { judgePage } from "./judging/judge.ts";

sharp.cache(false);
sharp.concurrency(1);

/** Longest side that is looked at: ten-point letters of a photographed A4 page are still ten pixels high. */
export const judgedSide = 1800;
/** Wide enough to have read every row. */
const glanceWidth = 64;
export const longestRatio = 4;

/** Looks into a picture file. */
export async function inspectPicture(bytes: Buffer, request: InspectRequest): Promise<Inspection> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (Math.max(width, height) > maxSidePixels || width * height > maxPixels) return { fault: "too-large" };
  // Decoded whole even when its quality is not asked for: half a picture throws here, and is unreadable.
  const whole = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
  if (!request.look) {
    await whole.resize({ width: glanceWidth, withoutEnlargement: true }).raw().toBuffer();
    return {};
  }
  const flaws = await judgePicture(whole.autoOrient(), { width, height });
  return { pageCount: 1, pages: flaws.length > 0 ? [{ page: 1, flaws }] : [] };
}

/** What is wrong with a picture of so many pixels, already turned as it is shown. */
export async function judgePicture(
  image: Sharp,
  { width, height }: { width: number; height: number },
): Promise<PageFlaw[]> {
  const grey = await toGrey(image);
  const flaws = judgePage(grey, { scale: Math.max(width, height) / Math.max(grey.width, grey.height) });
  return isOddShape(width, height) ? [...flaws, "odd-shape"] : flaws;
}

/** A strip is no page. */
export const isOddShape = (width: number, height: number) =>
  Math.max(width, height) / Math.min(width, height) > longestRatio;

async function toGrey(image: Sharp): Promise<GreyPicture> {
  const { data, info } = await image
    .resize({ width: judgedSide, height: judgedSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
