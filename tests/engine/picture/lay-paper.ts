import { findSheet, lookSide } from "#engine/picture/find-sheet.ts";
import type { GreyPicture } from "#engine/picture/grey-picture.ts";
import { toDistance, type Corners, type Point } from "#engine/picture/perspective.ts";
import type { Background } from "../../papers/backgrounds.ts";
import { layouts } from "../../papers/layouts.ts";
import { expose, photograph } from "../../papers/photograph.ts";
import { createRandom } from "../../papers/random.ts";
import { print, toImage, type Raster } from "../../papers/raster.ts";

export const frame = { width: 450, height: 600 };

/** A marksheet or certificate photographed on something, with its corners where they are asked for. */
export async function layPaper(background: Background, corners: Corners): Promise<Raster> {
  const random = createRandom(11, background);
  const page = await print(random.pick(layouts)(random), 60);
  return expose(random, await photograph(random, page, { ...frame, background, corners }), 3);
}

/** The picture in grey, as small as it is looked at. */
export async function toLook(photo: Raster, side = lookSide): Promise<GreyPicture> {
  const { data, info } = await toImage(photo)
    .resize({ width: side, height: side, fit: "inside" })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

/** How far the farthest corner is from where it should be, in pixels; whichever of them counts as the first. */
export function toError(found: Corners, meant: Corners): number {
  const turned = [0, 1, 2, 3].map((by) => found.map((corner, i) => toDistance(corner, meant[(i + by) % 4]!)));
  return Math.min(...turned.map((distances) => Math.max(...distances)));
}

/** A sheet of a shape, turned by degrees about the picture's middle and seen at a slant. */
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

/** The sheet in a look. Throws when there is none. */
export function getSheet(look: GreyPicture) {
  const sheet = findSheet(look);
  if (!sheet) throw new Error("no sheet was found");
  return sheet;
}
