import { closeGaps, type GreyPicture } from "./grey-picture.ts";
import { laySides } from "./lay-sides.ts";
import { scaleCorners, type Corners } from "./perspective.ts";
import { toSlopes } from "./slopes.ts";

/** Longer side in pixels of the pictures that it is made for: fine enough that what it leaves askew is not seen. */
export const refineSide = 800;

/** How far from a rough side the true one is looked for, as share of the picture's longer side. */
const reach = 0.022;

/** The corners of a sheet that was found in a small picture, laid exactly along its sides in a larger one; in pixels of that. */
export function refineSheet(picture: GreyPicture, found: Corners, foundIn: { width: number }): Corners {
  const far = reach * Math.max(picture.width, picture.height);
  return laySides(scaleCorners(found, picture.width / foundIn.width), toSlopes(closeGaps(picture, 4)), far);
}
