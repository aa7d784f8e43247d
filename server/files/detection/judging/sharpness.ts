import { quantile, type GreyPicture } from "#engine/picture/grey-picture.ts";
import type { Piece } from "./ink.ts";

/** How wide edges are, across and down, as pixels of a sheet whose long side is 1754 (A4 at 150 dpi): of the middle of the letters, and of the worst part of the sheet. */
export interface Sharpness {
  across: number;
  down: number;
  /** The narrower direction of the softest part. */
  worst: number;
  /** The wider direction of the part where it is widest. */
  worstWide: number;
  /** How much flatter slopes are in the direction in which they are flattest: 1 for all alike, near 0 where the picture moved. */
  evenness: number;
  /** How far slopes change from pixel to pixel: low where a small picture was blown up. */
  crispness: number;
}

/** Squares of slopes across, their product with those down, squares down; sums of bends and of slopes. */
type Tensor = [number, number, number, number, number];

/** The long side of A4 at 150 dpi: measures do not depend on how many pixels a picture has. */
export const referenceSide = 1754;
const partsAcross = 3;
const partsDown = 5;
const leastLetters = 6;

/**
 * Width of the edges of letters: the contrast of a letter divided by its steepest slope, in each direction, as edge
 * width stands for blur in Marziliano, Dufaux, Winkler and Ebrahimi, A no-reference perceptual blur metric, 2002. Judged
 * by letters, so that a sharp table does not speak for a blurred paper, and by parts of the sheet.
 */
export function readSharpness(picture: GreyPicture, letters: readonly Piece[]): Sharpness | undefined {
  const unit = referenceSide / Math.max(picture.width, picture.height);
  const parts = Array.from({ length: partsAcross * partsDown }, () => ({
    across: [] as number[],
    down: [] as number[],
  }));
  const all = { across: [] as number[], down: [] as number[] };
  const tensor: Tensor = [0, 0, 0, 0, 0];
  for (const letter of letters) {
    const found = readEdges(picture, letter, tensor);
    if (!found) continue;
    const column = Math.min(
      partsAcross - 1,
      Math.floor(((letter.left + letter.right) / 2 / picture.width) * partsAcross),
    );
    const row = Math.min(partsDown - 1, Math.floor(((letter.top + letter.bottom) / 2 / picture.height) * partsDown));
    for (const into of [all, parts[row * partsAcross + column]!]) {
      into.across.push(found.across * unit);
      into.down.push(found.down * unit);
    }
  }
  if (all.across.length < leastLetters) return undefined;
  const middles = parts
    .filter(({ across }) => across.length >= leastLetters)
    .map(({ across, down }) => [quantile(across, 0.5), quantile(down, 0.5)] as const);
  const whole = { across: quantile(all.across, 0.5), down: quantile(all.down, 0.5) };
  const list = middles.length > 0 ? middles : [[whole.across, whole.down] as const];
  return {
    ...whole,
    worst: Math.max(...list.map(([across, down]) => Math.min(across, down))),
    worstWide: Math.max(...list.map(([across, down]) => Math.max(across, down))),
    evenness: toEvenness(tensor),
    crispness: tensor[3] / Math.max(1, tensor[4]),
  };
}

/** Least by greatest eigenvalue of the structure tensor of all letters (Förstner and Gülch, 1987). */
function toEvenness([xx, xy, yy]: Tensor): number {
  const middle = (xx + yy) / 2;
  const spread = Math.hypot((xx - yy) / 2, xy);
  return (middle - spread) / Math.max(1, middle + spread);
}

/** Edge widths of one letter, in pixels: rows give those across, columns those down. The steeper half of them counts. */
function readEdges({ data, width, height }: GreyPicture, { left, top, right, bottom }: Piece, tensor: Tensor) {
  const [x0, x1] = [Math.max(1, left - 2), Math.min(width - 2, right + 2)];
  const [y0, y1] = [Math.max(1, top - 2), Math.min(height - 2, bottom + 2)];
  let [low, high] = [255, 0];
  const rows: number[] = [];
  const columns = new Float32Array(x1 - x0 + 1);
  for (let y = y0; y <= y1; y += 1) {
    let steepest = 0;
    for (let x = x0, at = y * width + x0; x <= x1; x += 1, at += 1) {
      const value = data[at]!;
      if (value < low) low = value;
      if (value > high) high = value;
      const dx = data[at + 1]! - data[at - 1]!;
      const dy = data[at + width]! - data[at - width]!;
      tensor[0] += dx * dx;
      tensor[1] += dx * dy;
      tensor[2] += dy * dy;
      tensor[3] +=
        Math.abs(data[at + 1]! + data[at - 1]! - 2 * value) +
        Math.abs(data[at + width]! + data[at - width]! - 2 * value);
      tensor[4] += Math.abs(dx) + Math.abs(dy);
      const slope = Math.abs(dx);
      if (slope > steepest) steepest = slope;
      const fall = Math.abs(dy);
      if (fall > columns[x - x0]!) columns[x - x0] = fall;
    }
    rows.push(steepest);
  }
  const contrast = high - low;
  if (contrast < 12) return undefined;
  const across = quantile(rows, 0.75);
  const down = quantile(columns, 0.75);
  return { across: (2 * contrast) / Math.max(1, across), down: (2 * contrast) / Math.max(1, down) };
}
