import { cross, type Line } from "./find-lines.ts";
import { toDistance, type Corners, type Point } from "./perspective.ts";
import type { Slopes } from "./slopes.ts";

/** At how many places of a side its edge is looked for. */
const places = 48;

/** A sheet whose sides lie exactly where it is steepest, within so many pixels of where they were thought to be. */
export function laySides(rough: Corners, slopes: Slopes, far: number): Corners {
  const sides = rough.map((corner, i) => findSide(corner, rough[(i + 1) % 4]!, slopes, far));
  const corners = rough.map((corner, i): Point => {
    const point = cross(sides[(i + 3) % 4]!, sides[i]!);
    return point && toDistance(point, corner) < 2 * far ? point : corner;
  });
  return corners as unknown as Corners;
}

/** The line along which a side is steepest, near where it was seen from afar. */
function findSide(a: Point, b: Point, slopes: Slopes, far: number): Line {
  const length = toDistance(a, b);
  const [nx, ny] = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
  const edges: [along: number, away: number][] = [];
  for (let i = 0; i < places; i += 1) {
    const along = 0.03 + (0.94 * (i + 0.5)) / places;
    const away = findStep(slopes, a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along, nx, ny, far);
    if (away !== undefined) edges.push([along * length, away]);
  }
  const { begin, lean } = fitLine(edges);
  // Turned by the lean, and moved to where the edge is at its first corner.
  const by = Math.hypot(1, lean);
  const [tx, ty] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const [fx, fy] = [(nx - lean * tx) / by, (ny - lean * ty) / by];
  return { nx: fx, ny: fy, offset: fx * (a[0] + nx * begin) + fy * (a[1] + ny * begin) };
}

/** How far inwards the steepest growing lighter is; undefined where there is none. */
function findStep({ across, down, width, height }: Slopes, x: number, y: number, nx: number, ny: number, far: number) {
  let best: number | undefined;
  let steepest = 6;
  for (let away = -far; away <= far; away += 1) {
    const [px, py] = [Math.round(x + nx * away), Math.round(y + ny * away)];
    if (px < 0 || py < 0 || px >= width || py >= height) continue;
    const inward = across[py * width + px]! * nx + down[py * width + px]! * ny;
    if (inward <= steepest) continue;
    steepest = inward;
    best = away;
  }
  return best;
}

/** Least squares, without the third that lies farthest off, thrice over: a finger or a fold is no side. */
function fitLine(points: readonly [number, number][]): { begin: number; lean: number } {
  let kept = points;
  let fitted = { begin: 0, lean: 0 };
  for (let round = 0; round < 4 && kept.length >= 8; round += 1) {
    fitted = leastSquares(kept);
    const { begin, lean } = fitted;
    const off = ([along, away]: readonly [number, number]) => Math.abs(away - begin - lean * along);
    const sorted = points.map(off).sort((one, other) => one - other);
    const limit = Math.max(1.5, sorted[Math.floor(sorted.length * 0.66)]!);
    kept = points.filter((point) => off(point) <= limit);
  }
  return fitted;
}

function leastSquares(points: readonly [number, number][]): { begin: number; lean: number } {
  let [x, y, xx, xy] = [0, 0, 0, 0];
  for (const [along, away] of points) {
    x += along;
    y += away;
    xx += along * along;
    xy += along * away;
  }
  const under = points.length * xx - x * x;
  const lean = under === 0 ? 0 : (points.length * xy - x * y) / under;
  return { begin: (y - lean * x) / points.length, lean };
}
