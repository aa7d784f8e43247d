import { findPage, detectionSide } from "#engine/vision/picture/find-page.ts";
import type { GreyImage } from "#engine/vision/picture/grey-image.ts";
import { toDistance, type Corners, type Point } from "#engine/vision/picture/perspective.ts";
import type { Background } from "../../../tools/sample-documents/backgrounds.ts";
import { layouts } from "../../../tools/sample-documents/layouts.ts";
import { expose, photograph } from "../../../tools/sample-documents/photograph.ts";
import { createRandom } from "../../../tools/sample-documents/random.ts";
import { print, toImage, type Raster } from "../../../tools/sample-documents/raster.ts";

export const frame = { width: 450, height: 600 };

/** A marksheet or certificate on a background, with its corners at these points. */
export async function drawPage(background: Background, corners: Corners): Promise<Raster> {
  const random = createRandom(11, background);
  const page = await print(random.pick(layouts)(random), 60);
  return expose(random, await photograph(random, page, { ...frame, background, corners }), 3);
}

/** Converts the photo to the small grey image of the detection. */
export async function toDetectionImage(photo: Raster, side = detectionSide): Promise<GreyImage> {
  const { data, info } = await toImage(photo)
    .resize({ width: side, height: side, fit: "inside" })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

/** Returns the largest distance of a corner from its expected place, in pixels, for any first corner. */
export function toError(found: Corners, meant: Corners): number {
  const turned = [0, 1, 2, 3].map((by) => found.map((corner, i) => toDistance(corner, meant[(i + by) % 4]!)));
  return Math.min(...turned.map((distances) => Math.max(...distances)));
}

/** Returns the corners of a page that is rotated by degrees and seen at a slant. */
export function placeCorners(turn: number, tilt: number, wide = 260, high = 368): Corners {
  const angle = (turn * Math.PI) / 180;
  const place = (x: number, y: number): Point => {
    const [px, py] = [(x * wide * (1 + tilt * y)) / 2, (y * high * (1 + (tilt / 2) * x)) / 2];
    return [
      frame.width / 2 + px * Math.cos(angle) - py * Math.sin(angle),
      frame.height / 2 + px * Math.sin(angle) + py * Math.cos(angle),
    ];
  };
  return [place(-1, -1), place(1, -1), place(1, 1), place(-1, 1)];
}

/** Returns the page in an image. Throws without one. */
export function getPage(look: GreyImage) {
  const sheet = findPage(look);
  if (!sheet) throw new Error("no sheet was found");
  return sheet;
}
