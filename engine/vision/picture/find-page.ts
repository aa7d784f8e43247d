import { countAlong, toShares, type CountedLine } from "./edge-counts.ts";
import { cross, findLines } from "./find-lines.ts";
import { closeGaps, type GreyImage } from "./grey-image.ts";
import { fitEdges } from "./fit-edges.ts";
import type { Corners, Point } from "./perspective.ts";
import { toGradients, type Gradients } from "./gradients.ts";

/** A page found in an image. */
export interface FoundPage {
  readonly corners: Corners;
  /** Confidence from 0 to 1: visible share of the sides, and plainness of the margin. */
  readonly confidence: number;
}

/** Longer side in pixels of the input images: sides of a page are visible, text is not. */
export const detectionSide = 160;

/** Tolerance for parallel and perpendicular sides of a page seen at a slant. */
const facing = Math.cos((38 * Math.PI) / 180);
const leaning = Math.cos((52 * Math.PI) / 180);
/**
 * Minimum share of the image that a page covers, and minimum distance of its sides as a share of the shorter image
 * side.
 */
const minArea = 0.08;
const minGap = 0.2;
/** Maximum distance of corners outside the image, as a share of its side. */
const outside = 0.015;
const minConfidence = 0.75;
const minVisibleSide = 0.45;
/** Maximum error of a detected side, in pixels. */
const maxSideError = 4;

/**
 * Finds the page in a small image: four straight edges, lighter inside, that face each other and intersect. Prefers
 * sides with the most visible edge, then the larger page. Returns undefined without a page.
 */
export function findPage(picture: GreyImage): FoundPage | undefined {
  const gradients = toGradients(closeGaps(picture, 2));
  const pairs = listPairs(
    findLines(gradients).map((line) => countAlong(line, gradients)),
    gradients,
  );
  let best: { points: Point[]; confidence: number; score: number } | undefined;
  for (let i = 0; i < pairs.length; i += 1)
    for (let j = i + 1; j < pairs.length; j += 1) {
      const [[a, c], [b, d]] = [pairs[i]!, pairs[j]!];
      if (Math.abs(a.nx * b.nx + a.ny * b.ny) > leaning) continue;
      const points = toPoints([a, b, c, d]);
      const sizeScore = points ? toShare(points, gradients) ** 0.35 : 0;
      if (!points || sizeScore <= (best?.score ?? 0)) continue;
      const confidence = toConfidence([a, b, c, d], points);
      const score = confidence * sizeScore;
      if (confidence >= minConfidence && score > (best?.score ?? 0)) best = { points, confidence, score };
    }
  return best && { corners: fitEdges(toCorners(best.points), gradients, maxSideError), confidence: best.confidence };
}

type Pair = readonly [CountedLine, CountedLine];

/** Returns pairs of facing lines with something light between them. */
function listPairs(lines: readonly CountedLine[], { width, height }: Gradients): Pair[] {
  const gap = minGap * Math.min(width, height);
  return lines.flatMap((one, i) =>
    lines.slice(i + 1).flatMap((other): Pair[] => {
      if (one.nx * other.nx + one.ny * other.ny > -facing) return [];
      const within = (line: CountedLine) => line.nx * (width / 2) + line.ny * (height / 2) - line.offset;
      return within(one) + within(other) > gap ? [[one, other]] : [];
    }),
  );
}

/** Returns the intersections of consecutive lines; undefined where two are nearly parallel. */
function toPoints(lines: readonly CountedLine[]): Point[] | undefined {
  const points: Point[] = [];
  for (let i = 0; i < 4; i += 1) {
    const point = cross(lines[i]!, lines[(i + 1) % 4]!);
    if (!point) return undefined;
    points.push(point);
  }
  return points;
}

/** Returns the share of the image within four points; 0 for one that is too small, concave, or outside the image. */
function toShare(points: readonly Point[], { width, height }: Gradients): number {
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
  return Math.abs(turns) === 4 && share >= minArea ? share : 0;
}

/**
 * Returns the confidence: mainly the least visible side, then the plainness of the margin; 0 for a side that is hardly
 * visible.
 */
function toConfidence(lines: readonly CountedLine[], points: readonly Point[]): number {
  let [least, all, margin] = [1, 0, 0];
  for (let i = 0; i < 4; i += 1) {
    const { seen, plain } = toShares(lines[i]!, points[(i + 3) % 4]!, points[i]!);
    if (seen < minVisibleSide) return 0;
    least = Math.min(least, seen);
    all += seen / 4;
    margin += plain / 4;
  }
  return ((least + all) / 2) * margin;
}

/** Orders the corners clockwise from the upper left, for any orientation. */
function toCorners(points: readonly Point[]): Corners {
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]! / 4, 0)) as [number, number];
  const turned = points.toSorted(
    (one, other) => Math.atan2(one[1] - y, one[0] - x) - Math.atan2(other[1] - y, other[0] - x),
  );
  const sums = turned.map((point) => point[0] + point[1]);
  const first = sums.indexOf(Math.min(...sums));
  return [0, 1, 2, 3].map((i) => turned[(first + i) % 4]!) as unknown as Corners;
}
