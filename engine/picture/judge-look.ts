import type { GreyPicture } from "./grey-picture.ts";
import { toDistance, toProjection, type Corners, type Point } from "./perspective.ts";
import type { Sheet } from "./find-sheet.ts";

/** What somebody who photographs a paper is told, the gravest first; `good`: now. */
export const lookHints = ["dark", "find", "still", "closer", "glare", "good"] as const;
export type LookHint = (typeof lookHints)[number];

/** What was seen in one look through the camera. */
export interface Look {
  readonly picture: GreyPicture;
  readonly sheet?: Sheet;
}

export interface JudgedLook {
  readonly hint: LookHint;
  /** The middle of what reflects. */
  readonly glare?: Point;
}

/** Mean grey below which nothing can be read. */
const dark = 48;
/** Share of the picture's side that a sheet fills at least in its longer direction. */
const near = 0.6;
/** How far a corner moves between two looks at most, as share of the picture's longer side. */
const steady = 0.02;
/** Whiter than this is burnt out, where the sheet itself is less white than that; and how much of it counts. */
const burnt = 250;
const whitest = 214;
const leastBurnt = 0.008;

/** What to do for a better photo, by this look and the one before. */
export function judgeLook(look: Look, before: Look | undefined): JudgedLook {
  const { picture, sheet } = look;
  if (toMean(picture) < dark) return { hint: "dark" };
  if (!sheet) return { hint: "find" };
  if (
    before?.sheet &&
    toMovement(sheet.corners, before.sheet.corners) > steady * Math.max(picture.width, picture.height)
  )
    return { hint: "still" };
  if (toFill(sheet.corners, picture) < near) return { hint: "closer" };
  const glare = findGlare(picture, sheet.corners);
  if (glare) return { hint: "glare", glare };
  return { hint: before?.sheet ? "good" : "still" };
}

function toMean({ data }: GreyPicture): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 3) sum += data[at]!;
  return sum / Math.ceil(data.length / 3);
}

const toMovement = (corners: Corners, before: Corners): number =>
  Math.max(...corners.map((corner, i) => toDistance(corner, before[i]!)));

function toFill(corners: Corners, { width, height }: GreyPicture): number {
  const span = (axis: 0 | 1) => {
    const ends = corners.map((corner) => corner[axis]);
    return Math.max(...ends) - Math.min(...ends);
  };
  return Math.max(span(0) / width, span(1) / height);
}

/** Where a lamp or a window shows on a sheet: a spot that is burnt out on paper that is not. */
function findGlare({ data, width, height }: GreyPicture, corners: Corners): Point | undefined {
  const { ux, vx, x0, uy, vy, y0, gu, gv } = toProjection(corners);
  const grid = 64;
  const counts = new Uint32Array(256);
  let [burns, sumX, sumY] = [0, 0, 0];
  for (let row = 1; row < grid; row += 1)
    for (let column = 1; column < grid; column += 1) {
      const [u, v] = [column / grid, row / grid];
      const w = gu * u + gv * v + 1;
      const x = Math.min(width - 1, Math.max(0, Math.round((ux * u + vx * v + x0) / w)));
      const y = Math.min(height - 1, Math.max(0, Math.round((uy * u + vy * v + y0) / w)));
      const grey = data[y * width + x]!;
      counts[grey]! += 1;
      if (grey < burnt) continue;
      burns += 1;
      sumX += x;
      sumY += y;
    }
  const all = (grid - 1) ** 2;
  if (burns < all * leastBurnt || toMedian(counts, all) > whitest) return undefined;
  return [sumX / burns, sumY / burns];
}

function toMedian(counts: Uint32Array, all: number): number {
  let passed = 0;
  for (const [grey, count] of counts.entries()) {
    passed += count;
    if (passed * 2 >= all) return grey;
  }
  return 255;
}
