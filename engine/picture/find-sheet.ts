import { closeGaps, type GreyPicture } from "./grey-picture.ts";
import { cross, findLines, leastSlope, type Line } from "./find-lines.ts";
import { laySides } from "./lay-sides.ts";
import type { Corners, Point } from "./perspective.ts";
import { toSlopes, type Slopes } from "./slopes.ts";

/** A sheet of paper in a picture. */
export interface Sheet {
  readonly corners: Corners;
  /** How much of its sides was seen, and how plain its margin is, 0 to 1. */
  readonly sureness: number;
}

/** Longer side in pixels of the pictures that it is made for: a sheet's sides are seen, its writing is not. */
export const lookSide = 200;

/** Sides face each other within this of parallel, and meet within this of square: a sheet seen at a slant. */
const facing = Math.cos((38 * Math.PI) / 180);
const leaning = Math.cos((52 * Math.PI) / 180);
/** A sheet covers at least so much of the picture, and its sides are this share of the picture's shorter side apart. */
const leastArea = 0.08;
const leastGap = 0.2;
/** Corners may lie so far outside the picture, as share of its side. */
const outside = 0.015;
/** How many pixels off a side may still be when its lines were found. */
const layReach = 4;
const leastSureness = 0.75;
const leastSide = 0.45;
/** Within a margin it grows no lighter than this. */
const plainSlope = 14;

/**
 * Finds the sheet in a small picture: four straight edges, each lighter within than without, that face each other and
 * cross; of those the ones along which most is really an edge, a larger sheet before a smaller. Undefined when there is none.
 */
export function findSheet(picture: GreyPicture): Sheet | undefined {
  const slopes = toSlopes(closeGaps(picture, 2));
  const pairs = listPairs(findLines(slopes), slopes);
  let best: (Sheet & { score: number }) | undefined;
  for (const [i, one] of pairs.entries())
    for (const other of pairs.slice(i + 1)) {
      if (Math.abs(one[0].nx * other[0].nx + one[0].ny * other[0].ny) > leaning) continue;
      const corners = toCorners(one, other);
      const share = corners && toShare(corners, slopes);
      if (!share || share < leastArea) continue;
      const worth = share ** 0.35;
      if (worth <= (best?.score ?? 0) || !isLikely(corners, slopes)) continue;
      const sureness = toSureness(corners, slopes);
      const score = sureness * worth;
      if (sureness >= leastSureness && score > (best?.score ?? 0)) best = { corners, sureness, score };
    }
  return best && { corners: laySides(best.corners, slopes, layReach), sureness: best.sureness };
}

type Pair = readonly [Line, Line];

/** Lines that face each other with something light between. */
function listPairs(lines: readonly Line[], { width, height }: Slopes): Pair[] {
  const gap = leastGap * Math.min(width, height);
  return lines.flatMap((one, i) =>
    lines.slice(i + 1).flatMap((other): Pair[] => {
      if (one.nx * other.nx + one.ny * other.ny > -facing) return [];
      const within = (line: Line) => line.nx * (width / 2) + line.ny * (height / 2) - line.offset;
      return within(one) + within(other) > gap ? [[one, other]] : [];
    }),
  );
}

/** Upper left first and then clockwise, whichever way the sheet lies; undefined where lines do not cross. */
function toCorners([a, c]: Pair, [b, d]: Pair): Corners | undefined {
  const points = [cross(a, b), cross(b, c), cross(c, d), cross(d, a)];
  if (!points.every((point) => point !== undefined)) return undefined;
  const [middleX, middleY] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]! / 4, 0)) as [
    number,
    number,
  ];
  const turned = points.toSorted(
    (one, other) => Math.atan2(one[1] - middleY, one[0] - middleX) - Math.atan2(other[1] - middleY, other[0] - middleX),
  );
  const sums = turned.map(([x, y]) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  return [0, 1, 2, 3].map((i) => turned[(first + i) % 4]!) as unknown as Corners;
}

/** The share of the picture that a sheet covers; nothing when it is bent inwards or reaches out of it. */
function toShare(corners: Corners, { width, height }: Slopes): number {
  let area = 0;
  for (const [i, [x, y]] of corners.entries()) {
    if (x < -outside * width || y < -outside * height || x > (1 + outside) * width || y > (1 + outside) * height)
      return 0;
    const [next, after] = [corners[(i + 1) % 4]!, corners[(i + 2) % 4]!];
    if ((next[0] - x) * (after[1] - next[1]) - (next[1] - y) * (after[0] - next[0]) <= 0) return 0;
    area += (x * next[1] - next[0] * y) / 2;
  }
  return area / (width * height);
}

/** A glance at a few places of each side: most of what lines enclose is no sheet. */
function isLikely(corners: Corners, slopes: Slopes): boolean {
  return corners.every((corner, i) => toSide(corner, corners[(i + 1) % 4]!, slopes, 7).seen >= leastSide - 0.1);
}

/**
 * How much of the sides is an edge that grows lighter inwards, and how quiet it is along them within: the margin of a
 * paper is, a pattern is not. 0 when a side was hardly seen.
 */
function toSureness(corners: Corners, slopes: Slopes): number {
  let [least, all, quiet] = [1, 0, 0];
  for (const [i, corner] of corners.entries()) {
    const side = toSide(corner, corners[(i + 1) % 4]!, slopes);
    if (side.seen < leastSide) return 0;
    least = Math.min(least, side.seen);
    all += side.seen / 4;
    quiet += side.quiet / 4;
  }
  return ((least + all) / 2) * quiet;
}

/** Where a side is looked for across it, and where its margin is, in pixels inwards. */
const edgePlaces = [0, -1, 1, -2, 2];
const marginPlaces = [5, 8];

/** Shares of a side: where it is an edge, and where the margin beside it is plain. */
function toSide(
  [ax, ay]: Point,
  [bx, by]: Point,
  slopes: Slopes,
  samples = Math.max(8, Math.round(Math.hypot(bx - ax, by - ay) / 3)),
): { seen: number; quiet: number } {
  const length = Math.hypot(bx - ax, by - ay);
  // Clockwise on a screen: within is to the right hand.
  const [nx, ny] = [-(by - ay) / length, (bx - ax) / length];
  let [seen, quiet] = [0, 0];
  for (let i = 0; i < samples; i += 1) {
    const share = 0.04 + (0.92 * (i + 0.5)) / samples;
    const [x, y] = [ax + (bx - ax) * share, ay + (by - ay) * share];
    if (edgePlaces.some((away) => isInward(slopes, x + nx * away, y + ny * away, nx, ny))) seen += 1;
    for (const away of marginPlaces) if (isPlain(slopes, x + nx * away, y + ny * away)) quiet += 1;
  }
  return { seen: seen / samples, quiet: quiet / samples / marginPlaces.length };
}

function isInward({ across, down, width, height }: Slopes, x: number, y: number, nx: number, ny: number): boolean {
  const [px, py] = [Math.round(x), Math.round(y)];
  if (px < 0 || py < 0 || px >= width || py >= height) return false;
  const [right, below] = [across[py * width + px]!, down[py * width + px]!];
  const inward = right * nx + below * ny;
  return inward >= leastSlope && inward >= 0.75 * Math.hypot(right, below);
}

function isPlain({ across, down, width, height }: Slopes, x: number, y: number): boolean {
  const [px, py] = [Math.round(x), Math.round(y)];
  if (px < 0 || py < 0 || px >= width || py >= height) return true;
  const [right, below] = [across[py * width + px]!, down[py * width + px]!];
  return right * right + below * below < plainSlope * plainSlope;
}
