import { toMeanSize, toProjection, type Corners } from "./perspective.ts";

/** An image with a fixed number of bytes per pixel: one for grey, four for a canvas. */
export interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Crops the page and corrects its perspective; bilinear interpolation. */
export function straighten(
  { data, width, height }: Pixels,
  corners: Corners,
  { across, down } = toMeanSize(corners),
): { data: Uint8Array<ArrayBuffer>; width: number; height: number } {
  const { ux, vx, x0, uy, vy, y0, gu, gv } = toProjection(corners);
  const bytes = data.length / (width * height);
  const row = width * bytes;
  const out = new Uint8Array(across * down * bytes);
  const [lastX, lastY] = [width - 2, height - 2];
  for (let y = 0, to = 0; y < down; y += 1) {
    const v = y / down;
    for (let x = 0; x < across; x += 1) {
      const u = x / across;
      const w = gu * u + gv * v + 1;
      const px = Math.min(lastX, Math.max(0, (ux * u + vx * v + x0) / w));
      const py = Math.min(lastY, Math.max(0, (uy * u + vy * v + y0) / w));
      const left = px | 0;
      const top = py | 0;
      if (bytes === 1) {
        const at = top * row + left;
        const share = px - left;
        const [a, c] = [data[at]!, data[at + row]!];
        const upper = a + (data[at + 1]! - a) * share;
        out[to] = upper + (c + (data[at + row + 1]! - c) * share - upper) * (py - top) + 0.5;
        to += 1;
        continue;
      }
      for (let at = top * row + left * bytes, end = at + bytes; at < end; at += 1, to += 1) {
        const upper = data[at]! + (data[at + bytes]! - data[at]!) * (px - left);
        const lower = data[at + row]! + (data[at + row + bytes]! - data[at + row]!) * (px - left);
        out[to] = upper + (lower - upper) * (py - top) + 0.5;
      }
    }
  }
  return { data: out, width: across, height: down };
}
