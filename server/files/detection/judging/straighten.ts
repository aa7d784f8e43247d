import type { Corners, Point } from "./find-paper.ts";
import type { GreyPicture } from "./grey-picture.ts";

const far = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by);

/**
 * The sheet alone, as if it had been photographed from straight above: the projective map of a rectangle onto four
 * corners (Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989), bilinear between pixels.
 */
export function straighten({ data, width, height }: GreyPicture, corners: Corners): GreyPicture {
  const [a, b, c, d] = corners;
  const across = Math.max(16, Math.round((far(a, b) + far(d, c)) / 2));
  const down = Math.max(16, Math.round((far(a, d) + far(b, c)) / 2));
  const [sx, sy] = [a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]];
  const [dx1, dx2, dy1, dy2] = [b[0] - c[0], d[0] - c[0], b[1] - c[1], d[1] - c[1]];
  const under = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / under;
  const h = (dx1 * sy - sx * dy1) / under;
  const [ux, uy] = [b[0] - a[0] + g * b[0], b[1] - a[1] + g * b[1]];
  const [vx, vy] = [d[0] - a[0] + h * d[0], d[1] - a[1] + h * d[1]];
  const out = new Uint8Array(across * down);
  const [lastX, lastY] = [width - 2, height - 2];
  for (let y = 0, to = 0; y < down; y += 1) {
    const v = y / down;
    for (let x = 0; x < across; x += 1, to += 1) {
      const u = x / across;
      const w = g * u + h * v + 1;
      const px = Math.min(lastX, Math.max(0, (ux * u + vx * v + a[0]) / w));
      const py = Math.min(lastY, Math.max(0, (uy * u + vy * v + a[1]) / w));
      const left = px | 0;
      const top = py | 0;
      const at = top * width + left;
      const upper = data[at]! + (data[at + 1]! - data[at]!) * (px - left);
      const lower = data[at + width]! + (data[at + width + 1]! - data[at + width]!) * (px - left);
      out[to] = upper + (lower - upper) * (py - top) + 0.5;
    }
  }
  return { data: out, width: across, height: down };
}
