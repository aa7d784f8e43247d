/** A point in an image, in pixels from its upper left corner. */
export type Point = readonly [x: number, y: number];
/** The corners of a page: upper left, upper right, lower right, lower left. */
export type Corners = readonly [Point, Point, Point, Point];

/** Returns the corners of the whole image. */
export const toFullCorners = ({ width, height }: { width: number; height: number }): Corners => [
  [0, 0],
  [width - 1, 0],
  [width - 1, height - 1],
  [0, height - 1],
];

/** Scales corners to an image of another size. */
export const scaleCorners = (corners: Corners, by: number): Corners =>
  corners.map(([x, y]): Point => [x * by, y * by]) as unknown as Corners;

export const toDistance = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by);

/** Maps the unit square to a page: x = (ux·u + vx·v + x0) / w, y alike, w = gu·u + gv·v + 1. */
export interface Projection {
  readonly ux: number;
  readonly vx: number;
  readonly x0: number;
  readonly uy: number;
  readonly vy: number;
  readonly y0: number;
  readonly gu: number;
  readonly gv: number;
}

/**
 * Computes the projective map of a square to four corners (Heckbert, Fundamentals of Texture Mapping and Image Warping,
 * 1989).
 */
export function toProjection([a, b, c, d]: Corners): Projection {
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
  const [dx1, dx2, dy1, dy2] = [b[0] - c[0], d[0] - c[0], b[1] - c[1], d[1] - c[1]];
  const under = dx1 * dy2 - dx2 * dy1;
  const gu = (sx * dy2 - dx2 * sy) / under;
  const gv = (dx1 * sy - sx * dy1) / under;
  return {
    ux: b[0] - a[0] + gu * b[0],
    vx: d[0] - a[0] + gv * d[0],
    x0: a[0],
    uy: b[1] - a[1] + gu * b[1],
    vy: d[1] - a[1] + gv * d[1],
    y0: a[1],
    gu,
    gv,
  };
}

/** Returns width and height of a page in pixels, as means of opposite sides. */
export function toMeanSize([a, b, c, d]: Corners): { across: number; down: number } {
  return {
    across: Math.max(16, Math.round((toDistance(a, b) + toDistance(d, c)) / 2)),
    down: Math.max(16, Math.round((toDistance(a, d) + toDistance(b, c)) / 2)),
  };
}

/** Focal length of a phone's main camera as a share of the longer image side: 26 mm on a frame of 36 mm. */
const focalShare = 0.72;

/**
 * Returns the size of a page with its true aspect ratio. The columns of the projective map, seen through a lens of
 * known focal length, are the sides of the page (Zhang and He, Whiteboard Scanning and Image Enhancement, 2004).
 */
export function toTrueSize(corners: Corners, picture: { width: number; height: number }) {
  const { ux, vx, uy, vy, gu, gv } = toProjection(corners);
  const focal = focalShare * Math.max(picture.width, picture.height);
  const length = (x: number, y: number, w: number) =>
    Math.hypot((x - (picture.width / 2) * w) / focal, (y - (picture.height / 2) * w) / focal, w);
  const shape = length(ux, uy, gu) / length(vx, vy, gv);
  const { across, down } = toMeanSize(corners);
  const area = across * down;
  return {
    across: Math.max(16, Math.round(Math.sqrt(area * shape))),
    down: Math.max(16, Math.round(Math.sqrt(area / shape))),
  };
}
