import { closeGaps, type GreyImage } from "./grey-image.ts";
import { fitEdges } from "./fit-edges.ts";
import { scaleCorners, type Corners } from "./perspective.ts";
import { toGradients } from "./gradients.ts";

/** Longer side in pixels of the input images: fine enough that the remaining error is invisible. */
export const refineSide = 800;

/** Search range around a detected side, as a share of the longer image side. */
const reach = 0.022;

/** Refines the corners of a page from a small image in a larger one; in pixels of the larger one. */
export function refinePage(picture: GreyImage, found: Corners, foundIn: { width: number }): Corners {
  const range = reach * Math.max(picture.width, picture.height);
  return fitEdges(scaleCorners(found, picture.width / foundIn.width), toGradients(closeGaps(picture, 4)), range);
}
