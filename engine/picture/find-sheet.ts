import { countAlong, toShares, type CountedLine } from "./count-sides.ts";
import { cross, findLines } from "./find-lines.ts";
import { closeGaps, type GreyPicture } from "./grey-picture.ts";
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
export const lookSide = 160;

/** Sides face each other within this of parallel, and meet within this of square: a sheet seen at a slant. */
const facing = Math.cos((38 * Math.PI) / 180);
const leaning = Math.cos((52 * Math.PI) / 180);
/** A sheet covers at least so much of the picture, and its sides are this share of the picture's shorter side apart. */
const leastArea = 0.08;
const leastGap = 0.2;
/** Corners may lie so far outside the picture, as share of its side. */
const outside = 0.015;
const leastSureness = 0.75;
const leastSide = 0.45;
/** How many pixels off a side may still be when its lines were found. */
const layReach = 4;

/**
 * Finds the sheet in a small picture: four straight edges, each lighter within than without, that face each other and
 * cross; of those the ones along which most is really an edge, a larger sheet before a smaller. Undefined when there is none.
 */
export function findSheet(picture: GreyPicture): Sheet | undefined {
  const slopes = toSlopes(closeGaps(picture, 2));
  const pairs = listPairs(
    findLines(slopes).map((line) => countAlong(line, slopes)),
    slopes,
  );
  let best: { points: Point[]; sureness: number; score: number } | undefined;
  for (let i = 0; i < pairs.length; i += 1)
    for (let j = i + 1; j < pairs.length; j += 1) {
      const [[a, c], [b, d]] = [pairs[i]!, pairs[j]!];
      if (Math.abs(a.nx * b.nx + a.ny * b.ny) > leaning) continue;
      const points = toPoints([a, b, c, d]);
      const worth = points ? toShare(points, slopes) ** 0.35 : 0;
      if (!points || worth <= (best?.score ?? 0)) continue;
      const sureness = toSureness([a, b, c, d], points);
      const score = sureness * worth;
      if (sureness >= leastSureness && score > (best?.score ?? 0)) best = { points, sureness, score };
    }
  return best && { corners: laySides(toCorners(best.points), slopes, layReach), sureness: best.sureness };
}

type Pair = readonly [CountedLine, CountedLine];

/** Lines that face each other with something light between. */
function listPairs(lines: readonly CountedLine[], { width, height }: Slopes): Pair[] {
  const gap = leastGap * Math.min(width, height);
  return lines.flatMap((one, i) =>
    lines.slice(i + 1).flatMap((other): Pair[] => {
      if (one.nx * other.nx + one.ny * other.ny > -facing) return [];
      const within = (line: CountedLine) => line.nx * (width / 2) + line.ny * (height / 2) - line.offset;
      return within(one) + within(other) > gap ? [[one, other]] : [];
    }),
  );
}

/** Where each line crosses the next; undefined where two do not. */
function toPoints(lines: readonly CountedLine[]): Point[] | undefined {
  const points: Point[] = [];
  for (let i = 0; i < 4; i += 1) {
    const point = cross(lines[i]!, lines[(i + 1) % 4]!);
    if (!point) return undefined;
    points.push(point);
  }
  return points;
}

/** The share of the picture that four points enclose; 0 when it is too little, bent inwards, or reaches out of it. */
function toShare(points: readonly Point[], { width, height }: Slopes): number {
  let area = 0;
  let turns = 0;
  for (let i = 0; i < 4; i += 1) {
    const [x, y] = points[i]!;
    if (x < -outside * width || y < -outside * height || x > (1 + outside) * width || y > (1 + outside) * height)
      return 0;
    const next = points[(i + 1) % 4]!;
    const after = points[(i + 2) % 4]!;
    turns += Math.sign((next[0] - x) * (after[1] - next[1]) - (next[1] - y) * (after[0] - next[0]));
    area += (x * next[1] - next[0] * y) / 2;
  }
  const share = Math.abs(area) / (width * height);
  return Math.abs(turns) === 4 && share >= leastArea ? share : 0;
}

/** How much of the sides is an edge, the least seen before the others, and how plain the margin is; 0 when a side was hardly seen. */
function toSureness(lines: readonly CountedLine[], points: readonly Point[]): number {
  let [least, all, margin] = [1, 0, 0];
  for (let i = 0; i < 4; i += 1) {
    const { seen, plain } = toShares(lines[i]!, points[(i + 3) % 4]!, points[i]!);
    if (seen < leastSide) return 0;
    least = Math.min(least, seen);
    all += seen / 4;
    margin += plain / 4;
  }
  return ((least + all) / 2) * margin;
}

/** Upper left first and then clockwise, whichever way the sheet lies. */
function toCorners(points: readonly Point[]): Corners {
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]! / 4, 0)) as [number, number];
  const turned = points.toSorted(
    (one, other) => Math.atan2(one[1] - y, one[0] - x) - Math.atan2(other[1] - y, other[0] - x),
  );
  const sums = turned.map((point) => point[0] + point[1]);
  const first = sums.indexOf(Math.min(...sums));
  return [0, 1, 2, 3].map((i) => turned[(first + i) % 4]!) as unknown as Corners;
}
