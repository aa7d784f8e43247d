import { leastSlope, type Line } from "./find-lines.ts";
import type { Point } from "./perspective.ts";
import type { Slopes } from "./slopes.ts";

/** A line with what lies along it, counted up to each place, so that any piece of it is judged at once. */
export interface CountedLine extends Line {
  /** At how many places it is an edge that grows lighter inwards. */
  readonly edges: Uint16Array;
  /** At how many it is plain a little within: the margin of a paper is, a pattern is not. */
  readonly plains: Uint16Array;
  /** Where the first place is, in pixels along the line. */
  readonly begin: number;
}

/** Pixels between two places. */
const pace = 2;
/** Where the edge is looked for across the line, and where the margin is, in pixels inwards. */
const edgePlaces = [0, -1, 1, -2, 2];
const marginPlaces = [4, 7];
/** Within a margin it grows no lighter than this. */
const plainSlope = 14;
/** This share of a side is left out at each end: corners are round, bent or held. */
const ends = 0.04;

export function countAlong(line: Line, slopes: Slopes): CountedLine {
  const { nx, ny, offset } = line;
  const reach = Math.hypot(slopes.width, slopes.height);
  const places = Math.ceil((2 * reach) / pace);
  const edges = new Uint16Array(places + 1);
  const plains = new Uint16Array(places + 1);
  for (let i = 0; i < places; i += 1) {
    const along = i * pace - reach;
    const x = nx * offset - ny * along;
    const y = ny * offset + nx * along;
    const isSeen = x > -3 && y > -3 && x < slopes.width + 3 && y < slopes.height + 3;
    edges[i + 1] = edges[i]! + (isSeen && isEdge(slopes, x, y, nx, ny) ? 1 : 0);
    plains[i + 1] = plains[i]! + (isSeen && isPlain(slopes, x, y, nx, ny) ? 1 : 0);
  }
  return { ...line, edges, plains, begin: -reach };
}

/** Shares of the piece between two points of a line: where it is an edge, and where the margin beside it is plain. */
export function toShares({ nx, ny, edges, plains, begin }: CountedLine, a: Point, b: Point) {
  const [from, to] = [nx * a[1] - ny * a[0], nx * b[1] - ny * b[0]];
  const trim = ends * (to - from);
  const [one, other] = [toPlace(from + trim), toPlace(to - trim)];
  const [first, last] = one < other ? [one, other] : [other, one];
  const all = Math.max(1, last - first);
  return { seen: (edges[last]! - edges[first]!) / all, plain: (plains[last]! - plains[first]!) / all };

  function toPlace(along: number): number {
    return Math.min(edges.length - 1, Math.max(0, Math.round((along - begin) / pace)));
  }
}

function isEdge({ across, down, width, height }: Slopes, x: number, y: number, nx: number, ny: number): boolean {
  for (const away of edgePlaces) {
    const px = Math.round(x + nx * away);
    const py = Math.round(y + ny * away);
    if (px < 0 || py < 0 || px >= width || py >= height) continue;
    const right = across[py * width + px]!;
    const below = down[py * width + px]!;
    const inward = right * nx + below * ny;
    if (inward >= leastSlope && inward >= 0.75 * Math.sqrt(right * right + below * below)) return true;
  }
  return false;
}

function isPlain({ across, down, width, height }: Slopes, x: number, y: number, nx: number, ny: number): boolean {
  for (const away of marginPlaces) {
    const px = Math.round(x + nx * away);
    const py = Math.round(y + ny * away);
    if (px < 0 || py < 0 || px >= width || py >= height) continue;
    const right = across[py * width + px]!;
    const below = down[py * width + px]!;
    if (right * right + below * below >= plainSlope * plainSlope) return false;
  }
  return true;
}
