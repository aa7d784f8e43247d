import { quantile, type GreyImage } from "#engine/vision/picture/grey-image.ts";
import { referenceSide } from "./sharpness.ts";

const cell = 32;
/** A cell with ink has this contrast, in levels and as share of its brightness. A fold has less. */
const minContrast = 12;
const minContrastShare = 0.13;
const partsAcross = 3;
const partsDown = 5;
const minCells = 12;
/** A fold covers one or two rows of cells. */
const minRows = 4;

/**
 * Measures edge widths of all ink by parts of the page, widest first, in pixels of A4 at 150 dpi. It works on text that
 * is too blurred for letters. Smoothing removes grain.
 */
export function measureBlur(page: GreyImage): number[] {
  const { data, width, height } = smooth(page);
  const unit = referenceSide / Math.max(width, height);
  const [across, down] = [Math.floor(width / cell), Math.floor(height / cell)];
  const parts = Array.from({ length: partsAcross * partsDown }, () => new Map<number, number[]>());
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1) {
      const box = {
        left: Math.max(1, column * cell),
        right: Math.min(width - 1, (column + 1) * cell),
        top: Math.max(1, row * cell),
        bottom: Math.min(height - 1, (row + 1) * cell),
      };
      const { low, high } = readRange(data, width, box);
      // Most of a page has no ink.
      if (high - low < Math.max(minContrast, minContrastShare * high)) continue;
      const steepest = readSteepest(data, width, box);
      const part = Math.floor((row / down) * partsDown) * partsAcross + Math.floor((column / across) * partsAcross);
      const widths = parts[part]!.get(row) ?? [];
      parts[part]!.set(row, [...widths, ((2 * (high - low)) / steepest) * unit]);
    }
  return parts
    .map((rows) => [...rows.values()])
    .filter((rows) => rows.length >= minRows && rows.flat().length >= minCells)
    .map((rows) =>
      quantile(
        rows.map((widths) => quantile(widths, 0.5)),
        0.5,
      ),
    )
    .sort((a, b) => b - a);
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function readRange(data: Uint8Array, width: number, { left, right, top, bottom }: Box) {
  let low = 255;
  let high = 0;
  for (let y = top; y < bottom; y += 1)
    for (let at = y * width + left, end = y * width + right; at < end; at += 1) {
      const value = data[at]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return { low, high };
}

/** The greatest difference of two pixels at distance two, at least 1. */
function readSteepest(data: Uint8Array, width: number, { left, right, top, bottom }: Box): number {
  let steepest = 1;
  for (let y = top; y < bottom; y += 1)
    for (let at = y * width + left, end = y * width + right; at < end; at += 1) {
      const across = Math.abs(data[at + 1]! - data[at - 1]!);
      const down = Math.abs(data[at + width]! - data[at - width]!);
      if (across > steepest) steepest = across;
      if (down > steepest) steepest = down;
    }
  return steepest;
}

/** Binomial smoothing, five by five. */
function smooth({ data, width, height }: GreyImage): GreyImage {
  const between = new Uint16Array(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 2, at = y * width + 2; x < width - 2; x += 1, at += 1)
      between[at] = data[at - 2]! + data[at + 2]! + 4 * (data[at - 1]! + data[at + 1]!) + 6 * data[at]!;
  const out = Uint8Array.from(data);
  for (let y = 2; y < height - 2; y += 1)
    for (let x = 2, at = y * width + 2; x < width - 2; x += 1, at += 1)
      out[at] =
        (between[at - 2 * width]! +
          between[at + 2 * width]! +
          4 * (between[at - width]! + between[at + width]!) +
          6 * between[at]! +
          128) >>
        8;
  return { data: out, width, height };
}
