import type { Point } from "./perspective.ts";
import type { Gradients } from "./gradients.ts";

/** A straight edge: the points p with nx·x + ny·y = offset. The normal points to the lighter side. */
export interface Line {
  readonly nx: number;
  readonly ny: number;
  readonly offset: number;
}

/** Gradients below this are paper or table; gradients above the maximum are clipped. */
export const minGradient = 9;
const greatestSlope = 40;
/** Number of directions over the full circle, and the neighbouring directions that an edge votes for. */
const directions = 180;
const spread = 2;
/** Pixels between lines of one direction. */
const step = 1.5;
const most = 22;

const [cosines, sines] = [Math.cos, Math.sin].map((wave) =>
  Float32Array.from({ length: directions }, (_, turn) => wave((turn / directions) * 2 * Math.PI)),
) as [Float32Array, Float32Array];

/** Edge pixels with their gradients. */
interface Edges {
  readonly x: Uint16Array;
  readonly y: Uint16Array;
  readonly gx: Float32Array;
  readonly gy: Float32Array;
  /** The clipped gradient, and the gradient itself. */
  readonly weight: Float32Array;
  readonly slope: Float32Array;
  readonly count: number;
}

/**
 * Finds the straight edges of an image, the longest first. Each edge pixel votes for the lines across its gradient
 * (Hough transform: Duda and Hart, 1972; with direction: O'Gorman and Clowes, 1976). Each line is then fitted to its
 * voters.
 */
export function findLines(gradients: Gradients): Line[] {
  const edges = listEdges(gradients);
  const reach = Math.hypot(gradients.width, gradients.height) / 2;
  const rows = Math.ceil((2 * reach) / step) + 1;
  const votes = castVotes(edges, gradients, reach, rows);
  const least = Math.min(gradients.width, gradients.height) * 0.15 * minGradient;
  const found: { turn: number; row: number }[] = [];
  for (const peak of listPeaks(votes, rows, least)) {
    if (found.some((other) => isNear(peak, other))) continue;
    found.push(peak);
    if (found.length === most) break;
  }
  return found.map(({ turn, row }) => {
    const [nx, ny] = [cosines[turn]!, sines[turn]!];
    const offset = row * step - reach + (nx * gradients.width) / 2 + (ny * gradients.height) / 2;
    return fitToVoters(edges, { nx, ny, offset });
  });
}

function listEdges({ across, down, width, height }: Gradients): Edges {
  const size = width * height;
  const [x, y] = [new Uint16Array(size), new Uint16Array(size)];
  const [gx, gy] = [new Float32Array(size), new Float32Array(size)];
  const [weight, slope] = [new Float32Array(size), new Float32Array(size)];
  let count = 0;
  for (let at = 0; at < size; at += 1) {
    const [right, below] = [across[at]!, down[at]!];
    const square = right * right + below * below;
    if (square < minGradient * minGradient) continue;
    slope[count] = Math.sqrt(square);
    weight[count] = Math.min(greatestSlope, slope[count]!);
    x[count] = at % width;
    y[count] = (at / width) | 0;
    gx[count] = right;
    gy[count] = below;
    count += 1;
  }
  return { x, y, gx, gy, weight, slope, count };
}

function castVotes({ x, y, gx, gy, weight, count }: Edges, { width, height }: Gradients, reach: number, rows: number) {
  const votes = new Float32Array(directions * rows);
  for (let i = 0; i < count; i += 1) {
    const own = (Math.atan2(gy[i]!, gx[i]!) / (2 * Math.PI) + 1) * directions - spread + 0.5;
    const dx = x[i]! - width / 2;
    const dy = y[i]! - height / 2;
    for (let off = 0; off <= 2 * spread; off += 1) {
      const turn = ((own + off) | 0) % directions;
      const row = ((dx * cosines[turn]! + dy * sines[turn]! + reach) / step + 0.5) | 0;
      votes[turn * rows + row]! += weight[i]!;
    }
  }
  return votes;
}

/** Returns local maxima of the votes, the highest first. */
function listPeaks(votes: Float32Array, rows: number, least: number): { turn: number; row: number }[] {
  const peaks: { turn: number; row: number; votes: number }[] = [];
  for (let turn = 0; turn < directions; turn += 1)
    for (let row = 1; row < rows - 1; row += 1) {
      const own = votes[turn * rows + row]!;
      if (own < least) continue;
      const before = ((turn + directions - 1) % directions) * rows + row;
      const after = ((turn + 1) % directions) * rows + row;
      if (own < votes[turn * rows + row - 1]! || own < votes[turn * rows + row + 1]!) continue;
      if (own >= votes[before]! && own >= votes[after]!) peaks.push({ turn, row, votes: own });
    }
  return peaks.sort((one, other) => other.votes - one.votes);
}

/** Returns whether one edge may have caused both peaks. */
function isNear(one: { turn: number; row: number }, other: { turn: number; row: number }): boolean {
  const apart = Math.abs(one.turn - other.turn);
  return Math.min(apart, directions - apart) <= 4 && Math.abs(one.row - other.row) <= 3;
}

/** Fits the line to the nearby edge pixels with its direction: weighted least squares. */
function fitToVoters({ x, y, gx, gy, weight, slope, count }: Edges, line: Line): Line {
  const { nx, ny, offset } = line;
  let [all, sumX, sumY, sumXx, sumXy, sumYy] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    const away = nx * x[i]! + ny * y[i]! - offset;
    if (away > 2.5 || away < -2.5) continue;
    if (nx * gx[i]! + ny * gy[i]! < slope[i]! * 0.9) continue;
    const own = weight[i]!;
    all += own;
    sumX += own * x[i]!;
    sumY += own * y[i]!;
    sumXx += own * x[i]! * x[i]!;
    sumXy += own * x[i]! * y[i]!;
    sumYy += own * y[i]! * y[i]!;
  }
  if (all === 0) return line;
  const [meanX, meanY] = [sumX / all, sumY / all];
  const along =
    0.5 * Math.atan2(2 * (sumXy / all - meanX * meanY), sumXx / all - meanX * meanX - (sumYy / all - meanY * meanY));
  const sign = -Math.sin(along) * nx + Math.cos(along) * ny < 0 ? -1 : 1;
  const [fittedX, fittedY] = [-Math.sin(along) * sign, Math.cos(along) * sign];
  return fittedX * nx + fittedY * ny < 0.98
    ? line
    : { nx: fittedX, ny: fittedY, offset: fittedX * meanX + fittedY * meanY };
}

/** Returns the intersection of two lines; undefined where they are nearly parallel. */
export function cross(one: Line, other: Line): Point | undefined {
  const under = one.nx * other.ny - one.ny * other.nx;
  return Math.abs(under) < 0.2
    ? undefined
    : [
        (one.offset * other.ny - other.offset * one.ny) / under,
        (one.nx * other.offset - other.nx * one.offset) / under,
      ];
}
