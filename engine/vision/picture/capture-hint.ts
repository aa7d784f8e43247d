import type { GreyImage } from "./grey-image.ts";
import { toDistance, toProjection, type Corners, type Point } from "./perspective.ts";
import type { FoundPage } from "./find-page.ts";

/** Hints while the candidate photographs a document, the most urgent first; `good`: take the photo now. */
export const captureHints = ["dark", "find", "still", "closer", "glare", "good"] as const;
export type CaptureHint = (typeof captureHints)[number];

/** One frame of the camera, with the page found in it. */
export interface CameraFrame {
  readonly picture: GreyImage;
  readonly page?: FoundPage;
}

export interface CaptureAdvice {
  readonly hint: CaptureHint;
  /** The centre of the reflection. */
  readonly glare?: Point;
}

/** Mean grey below which text is unreadable. */
const minMeanGrey = 48;
/** Minimum share of the longer image side that the page fills. */
const minFill = 0.6;
/** Maximum movement of a corner between two frames, as a share of the longer image side. */
const maxMovement = 0.02;
/** Overexposure: grey above `overexposedGrey` on at least `minOverexposedShare` of a page darker than `maxPageGrey`. */
const overexposedGrey = 250;
const maxPageGrey = 214;
const minOverexposedShare = 0.008;

/** Returns the hint for a better photo, from this frame and the previous one. */
export function toCaptureAdvice(frame: CameraFrame, previous: CameraFrame | undefined): CaptureAdvice {
  const { picture, page } = frame;
  if (toMean(picture) < minMeanGrey) return { hint: "dark" };
  if (!page) return { hint: "find" };
  if (
    previous?.page &&
    toMovement(page.corners, previous.page.corners) > maxMovement * Math.max(picture.width, picture.height)
  )
    return { hint: "still" };
  if (toFill(page.corners, picture) < minFill) return { hint: "closer" };
  const glare = findGlare(picture, page.corners);
  if (glare) return { hint: "glare", glare };
  return { hint: previous?.page ? "good" : "still" };
}

function toMean({ data }: GreyImage): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 3) sum += data[at]!;
  return sum / Math.ceil(data.length / 3);
}

const toMovement = (corners: Corners, previous: Corners): number =>
  Math.max(...corners.map((corner, i) => toDistance(corner, previous[i]!)));

function toFill(corners: Corners, { width, height }: GreyImage): number {
  const span = (axis: 0 | 1) => {
    const ends = corners.map((corner) => corner[axis]);
    return Math.max(...ends) - Math.min(...ends);
  };
  return Math.max(span(0) / width, span(1) / height);
}

/** Finds the reflection of a lamp or window: an overexposed spot on a page that is not overexposed. */
function findGlare({ data, width, height }: GreyImage, corners: Corners): Point | undefined {
  const { ux, vx, x0, uy, vy, y0, gu, gv } = toProjection(corners);
  const grid = 64;
  const counts = new Uint32Array(256);
  let [overexposed, sumX, sumY] = [0, 0, 0];
  for (let row = 1; row < grid; row += 1)
    for (let column = 1; column < grid; column += 1) {
      const [u, v] = [column / grid, row / grid];
      const w = gu * u + gv * v + 1;
      const x = Math.min(width - 1, Math.max(0, Math.round((ux * u + vx * v + x0) / w)));
      const y = Math.min(height - 1, Math.max(0, Math.round((uy * u + vy * v + y0) / w)));
      const grey = data[y * width + x]!;
      counts[grey]! += 1;
      if (grey < overexposedGrey) continue;
      overexposed += 1;
      sumX += x;
      sumY += y;
    }
  const all = (grid - 1) ** 2;
  if (overexposed < all * minOverexposedShare || toMedian(counts, all) > maxPageGrey) return undefined;
  return [sumX / overexposed, sumY / overexposed];
}

function toMedian(counts: Uint32Array, all: number): number {
  let passed = 0;
  for (const [grey, count] of counts.entries()) {
    passed += count;
    if (passed * 2 >= all) return grey;
  }
  return 255;
}
