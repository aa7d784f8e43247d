import sharp, { type Sharp } from "sharp";
import { maxPixels, maxSidePixels } from "../limits.ts";
import type { InspectRequest, Inspection } from "./inspection.ts";
import type { PageFlaw } from "./image-quality/flaws.ts";
import type { GreyImage } from "#engine/vision/picture/grey-image.ts";
import { assessPage } from "./image-quality/assess.ts";

sharp.cache(false);
sharp.concurrency(1);

/** Longest side to assess: ten-point letters of a photographed A4 page are ten pixels high. */
export const assessedSide = 1800;
/** Small, and decoding it still reads every row. */
const smallWidth = 64;
const maxAspectRatio = 4;

/** Inspects an image file. */
export async function inspectImage(bytes: Buffer, request: InspectRequest): Promise<Inspection> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (Math.max(width, height) > maxSidePixels || width * height > maxPixels) return { fault: "too-large" };
  // Decodes the whole image in any case: a truncated image throws here.
  const whole = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
  if (!request.assessQuality) {
    await whole.resize({ width: smallWidth, withoutEnlargement: true }).raw().toBuffer();
    return {};
  }
  const flaws = await assessImage(whole.autoOrient(), { width, height });
  return { pageCount: 1, pages: flaws.length > 0 ? [{ page: 1, flaws }] : [] };
}

/** Returns the flaws of an image of this size, rotated as displayed. */
export async function assessImage(
  image: Sharp,
  { width, height }: { width: number; height: number },
): Promise<PageFlaw[]> {
  const grey = await toGrey(image);
  const flaws = assessPage(grey, { scale: Math.max(width, height) / Math.max(grey.width, grey.height) });
  return hasUnusualProportions(width, height) ? [...flaws, "wrong-proportions"] : flaws;
}

/** Returns whether an image is a strip instead of a page. */
export const hasUnusualProportions = (width: number, height: number) =>
  Math.max(width, height) / Math.min(width, height) > maxAspectRatio;

async function toGrey(image: Sharp): Promise<GreyImage> {
  const { data, info } = await image
    .resize({ width: assessedSide, height: assessedSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
