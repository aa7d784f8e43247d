import { minGradient, type Line } from "./find-lines.ts";
import type { Point } from "./perspective.ts";
import type { Gradients } from "./gradients.ts";

/** A line with cumulative counts along it, so that any segment is scored at once. */
export interface CountedLine extends Line {
  /** Number of samples on an edge that gets lighter inwards. */
  readonly edges: Uint16Array;
  /** Number of samples with a plain margin inside: paper has one, a pattern does not. */
  readonly plains: Uint16Array;
  /** Position of the first sample, in pixels along the line. */
  readonly begin: number;
}

/** Pixels between two samples. */
const pace = 2;
/** Offsets of the edge across the line, and of the margin, in pixels inwards. */
const edgePlaces = [0, -1, 1, -2, 2];
const marginPlaces = [4, 7];
/** Maximum gradient within a margin. */
const plainSlope = 14;
/** Share of a side that is skipped at each end: corners are round, bent or held. */
const ends = 0.04;

export function countAlong(line: Line, gradients: Gradients): CountedLine {
  const { nx, ny, offset } = line;
  const reach = Math.hypot(gradients.width, gradients.height);
  const places = Math.ceil((2 * reach) / pace);
  const edges = new Uint16Array(places + 1);
  const plains = new Uint16Array(places + 1);
  for (let i = 0; i < places; i += 1) {
    const along = i * pace - reach;
    const x = nx * offset - ny * along;
    const y = ny * offset + nx * along;
    const isSeen = x > -3 && y > -3 && x < gradients.width + 3 && y < gradients.height + 3;
    edges[i + 1] = edges[i]! + (isSeen && isEdge(gradients, x, y, nx, ny) ? 1 : 0);
    plains[i + 1] = plains[i]! + (isSeen && isPlain(gradients, x, y, nx, ny) ? 1 : 0);
  }
  return { ...line, edges, plains, begin: -reach };
}

/** Returns the share of edge samples and of plain margin samples between two points of a line. */
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

function isEdge({ across, down, width, height }: Gradients, x: number, y: number, nx: number, ny: number): boolean {
  for (const away of edgePlaces) {
    const px = Math.round(x + nx * away);
    const py = Math.round(y + ny * away);
    if (px < 0 || py < 0 || px >= width || py >= height) continue;
    const right = across[py * width + px]!;
    const below = down[py * width + px]!;
    const inward = right * nx + below * ny;
    if (inward >= minGradient && inward >= 0.75 * Math.sqrt(right * right + below * below)) return true;
  }
  return false;
}

function isPlain({ across, down, width, height }: Gradients, x: number, y: number, nx: number, ny: number): boolean {
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
