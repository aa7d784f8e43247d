import { quantile, type GreyImage } from "#engine/vision/picture/grey-image.ts";
import type { InkComponent } from "./ink.ts";

/**
 * Edge widths, horizontal and vertical, in pixels of A4 at 150 dpi: of all letters, and of the worst part of the page.
 */
export interface Sharpness {
  across: number;
  down: number;
  /** The narrower direction of the most blurred part. */
  worst: number;
  /** The wider direction of the part where it is widest. */
  worstWide: number;
  /** Ratio of the weakest to the strongest gradient direction: 1 for all alike, near 0 for motion blur. */
  evenness: number;
  /** Second by first differences: low for an upscaled image. */
  crispness: number;
}

/** Sums over pixels: dx², dx·dy, dy², second differences, first differences. */
type Tensor = [number, number, number, number, number];

/** The long side of A4 at 150 dpi, so that measures do not depend on the resolution. */
export const referenceSide = 1754;
const partsAcross = 3;
const partsDown = 5;
const minLetters = 6;

/**
 * Measures edge widths of letters: a letter's contrast divided by its steepest gradient (edge width as blur:
 * Marziliano, Dufaux, Winkler and Ebrahimi, A no-reference perceptual blur metric, 2002). Only letters count, so that a
 * sharp table does not hide a blurred document. Each part of the page is measured on its own.
 */
export function measureSharpness(image: GreyImage, letters: readonly InkComponent[]): Sharpness | undefined {
  const unit = referenceSide / Math.max(image.width, image.height);
  const parts = Array.from({ length: partsAcross * partsDown }, () => ({
    across: [] as number[],
    down: [] as number[],
  }));
  const all = { across: [] as number[], down: [] as number[] };
  const tensor: Tensor = [0, 0, 0, 0, 0];
  for (const letter of letters) {
    const found = readEdges(image, letter, tensor);
    if (!found) continue;
    const column = Math.min(
      partsAcross - 1,
      Math.floor(((letter.left + letter.right) / 2 / image.width) * partsAcross),
    );
    const row = Math.min(partsDown - 1, Math.floor(((letter.top + letter.bottom) / 2 / image.height) * partsDown));
    for (const into of [all, parts[row * partsAcross + column]!]) {
      into.across.push(found.across * unit);
      into.down.push(found.down * unit);
    }
  }
  if (all.across.length < minLetters) return undefined;
  const medians = parts
    .filter(({ across }) => across.length >= minLetters)
    .map(({ across, down }) => [quantile(across, 0.5), quantile(down, 0.5)] as const);
  const whole = { across: quantile(all.across, 0.5), down: quantile(all.down, 0.5) };
  const list = medians.length > 0 ? medians : [[whole.across, whole.down] as const];
  return {
    ...whole,
    worst: Math.max(...list.map(([across, down]) => Math.min(across, down))),
    worstWide: Math.max(...list.map(([across, down]) => Math.max(across, down))),
    evenness: toEvenness(tensor),
    crispness: tensor[3] / Math.max(1, tensor[4]),
  };
}

/** Smallest by largest eigenvalue of the structure tensor of all letters (Förstner and Gülch, 1987). */
function toEvenness([xx, xy, yy]: Tensor): number {
  const middle = (xx + yy) / 2;
  const spread = Math.hypot((xx - yy) / 2, xy);
  return (middle - spread) / Math.max(1, middle + spread);
}

/** Edge widths of one letter in pixels, from the steeper half of its rows and columns. */
function readEdges({ data, width, height }: GreyImage, { left, top, right, bottom }: InkComponent, tensor: Tensor) {
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
