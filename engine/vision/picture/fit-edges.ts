import { cross, type Line } from "./find-lines.ts";
import { toDistance, type Corners, type Point } from "./perspective.ts";
import type { Gradients } from "./gradients.ts";

/** Number of samples along a side. */
const places = 48;

/** Moves the sides of a page to the steepest gradient within `range` pixels. */
export function fitEdges(rough: Corners, gradients: Gradients, range: number): Corners {
  const sides = rough.map((corner, i) => findSide(corner, rough[(i + 1) % 4]!, gradients, range));
  const corners = rough.map((corner, i): Point => {
    const point = cross(sides[(i + 3) % 4]!, sides[i]!);
    return point && toDistance(point, corner) < 2 * range ? point : corner;
  });
  return corners as unknown as Corners;
}

/** Returns the line of steepest gradient near a detected side. */
function findSide(a: Point, b: Point, gradients: Gradients, range: number): Line {
  const length = toDistance(a, b);
  const [nx, ny] = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
  const edges: [along: number, offset: number][] = [];
  for (let i = 0; i < places; i += 1) {
    const along = 0.03 + (0.94 * (i + 0.5)) / places;
    const offset = findStep(gradients, a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along, nx, ny, range);
    if (offset !== undefined) edges.push([along * length, offset]);
  }
  const { begin, lean } = fitLine(edges);
  // Rotates the line by the slope and moves it to the edge at its first corner.
  const by = Math.hypot(1, lean);
  const [tx, ty] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const [fx, fy] = [(nx - lean * tx) / by, (ny - lean * ty) / by];
  return { nx: fx, ny: fy, offset: fx * (a[0] + nx * begin) + fy * (a[1] + ny * begin) };
}

/** Returns the offset of the steepest dark-to-light step; undefined without one. */
function findStep(
  { across, down, width, height }: Gradients,
  x: number,
  y: number,
  nx: number,
  ny: number,
  range: number,
) {
  let best: number | undefined;
  let steepest = 6;
  for (let offset = -range; offset <= range; offset += 1) {
    const [px, py] = [Math.round(x + nx * offset), Math.round(y + ny * offset)];
    if (px < 0 || py < 0 || px >= width || py >= height) continue;
    const inward = across[py * width + px]! * nx + down[py * width + px]! * ny;
    if (inward <= steepest) continue;
    steepest = inward;
    best = offset;
  }
  return best;
}

/** Fits a line by least squares, three times without the worst third: a finger or a fold is no side. */
function fitLine(points: readonly [number, number][]): { begin: number; lean: number } {
  let kept = points;
  let fitted = { begin: 0, lean: 0 };
  for (let round = 0; round < 4 && kept.length >= 8; round += 1) {
    fitted = leastSquares(kept);
    const { begin, lean } = fitted;
    const off = ([along, offset]: readonly [number, number]) => Math.abs(offset - begin - lean * along);
    const sorted = points.map(off).sort((one, other) => one - other);
    const limit = Math.max(1.5, sorted[Math.floor(sorted.length * 0.66)]!);
    kept = points.filter((point) => off(point) <= limit);
  }
  return fitted;
}

function leastSquares(points: readonly [number, number][]): { begin: number; lean: number } {
  let [x, y, xx, xy] = [0, 0, 0, 0];
  for (const [along, offset] of points) {
    x += along;
    y += offset;
    xx += along * along;
    xy += along * offset;
  }
  const under = points.length * xx - x * x;
  const lean = under === 0 ? 0 : (points.length * xy - x * y) / under;
  return { begin: (y - lean * x) / points.length, lean };
}
