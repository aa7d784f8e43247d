import sharp, { type Sharp } from "sharp";
import type { Layout } from "./layouts.ts";

/** A picture in colour, three bytes a pixel. */
export interface Raster {
  data: Uint8Array;
  width: number;
  height: number;
}

export const toImage = ({ data, width, height }: Raster) =>
  sharp(Buffer.from(data.buffer, data.byteOffset, data.length), { raw: { width, height, channels: 3 } });

export async function toRaster(image: Sharp): Promise<Raster> {
  const { data, info } = await image
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Prints a layout at a resolution in dots per inch. */
export function print(layout: Layout, dpi: number): Promise<Raster> {
  const [width, height] = [Math.round((layout.width * dpi) / 72), Math.round((layout.height * dpi) / 72)];
  return toRaster(sharp(Buffer.from(layout.svg.replace("<svg ", `<svg width="${width}" height="${height}" `))));
}

export async function resize(raster: Raster, width: number): Promise<Raster> {
  return toRaster(toImage(raster).resize({ width: Math.max(8, Math.round(width)), kernel: "lanczos3" }));
}

export async function blur(raster: Raster, sigma: number): Promise<Raster> {
  return sigma < 0.3 ? raster : toRaster(toImage(raster).blur(sigma));
}

/** Blends `front` over `back` by `mask`, one byte a pixel. */
export function blend(back: Raster, front: Raster, mask: (x: number, y: number) => number): Raster {
  const data = new Uint8Array(back.data.length);
  for (let y = 0, at = 0; y < back.height; y += 1)
    for (let x = 0; x < back.width; x += 1) {
      const share = mask(x, y);
      for (let c = 0; c < 3; c += 1, at += 1) data[at] = back.data[at]! * (1 - share) + front.data[at]! * share;
    }
  return { ...back, data };
}

/** Motion blur of a moving hand: the mean along a line. */
export function smear({ data, width, height }: Raster, length: number, angle: number): Raster {
  const steps = Math.max(2, Math.round(length));
  const sums = new Uint32Array(data.length);
  for (let step = 0; step < steps; step += 1) {
    const along = (step / (steps - 1) - 0.5) * length;
    const dx = Math.round(Math.cos(angle) * along);
    const dy = Math.round(Math.sin(angle) * along);
    for (let y = 0; y < height; y += 1) {
      const row = Math.min(height - 1, Math.max(0, y + dy)) * width;
      for (let x = 0; x < width; x += 1) {
        const from = (row + Math.min(width - 1, Math.max(0, x + dx))) * 3;
        const to = (y * width + x) * 3;
        sums[to] = sums[to]! + data[from]!;
        sums[to + 1] = sums[to + 1]! + data[from + 1]!;
        sums[to + 2] = sums[to + 2]! + data[from + 2]!;
      }
    }
  }
  return { data: Uint8Array.from(sums, (sum) => sum / steps), width, height };
}

/** Smooth noise between 0 and 1, by linear interpolation of a coarse grid. */
export function clouds(next: () => number, cells: number): (u: number, v: number) => number {
  const grid = Float32Array.from({ length: (cells + 2) * (cells + 2) }, next);
  return (u, v) => {
    const x = Math.min(cells, Math.max(0, u * cells));
    const y = Math.min(cells, Math.max(0, v * cells));
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const at = top * (cells + 2) + left;
    const upper = grid[at]! + (grid[at + 1]! - grid[at]!) * (x - left);
    const lower = grid[at + cells + 2]! + (grid[at + cells + 3]! - grid[at + cells + 2]!) * (x - left);
    return upper + (lower - upper) * (y - top);
  };
}
