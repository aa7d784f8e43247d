import type { GreyImage } from "#engine/vision/picture/grey-image.ts";

/** Brightness of the paper in square cells. `dark` is the darkest level, specks excluded. */
export interface Illumination {
  cell: number;
  across: number;
  down: number;
  paper: Float32Array;
  dark: Float32Array;
}

const cellSize = 16;

/** Measures the paper's brightness by cells: a high percentile of a cell is paper, not ink. */
export function measureIllumination({ data, width, height }: GreyImage): Illumination {
  const across = Math.max(1, Math.floor(width / cellSize));
  const down = Math.max(1, Math.floor(height / cellSize));
  const paper = new Float32Array(across * down);
  const dark = new Float32Array(across * down);
  const counts = new Uint16Array(64);
  const all = cellSize * cellSize;
  for (let row = 0, to = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1, to += 1) {
      counts.fill(0);
      for (let y = row * cellSize; y < Math.min(height, (row + 1) * cellSize); y += 1)
        for (let at = y * width + column * cellSize, end = Math.min((y + 1) * width, at + cellSize); at < end; at += 1)
          counts[data[at]! >> 2] = counts[data[at]! >> 2]! + 1;
      paper[to] = levelAt(counts, all * 0.88);
      dark[to] = levelAt(counts, all * 0.03);
    }
  return { cell: cellSize, across, down, paper, dark };
}

function levelAt(counts: Uint16Array, below: number): number {
  let sum = 0;
  for (let bin = 0; bin < 64; bin += 1) {
    sum += counts[bin]!;
    if (sum >= below) return bin * 4 + 2;
  }
  return 254;
}

/** Returns the share of cells with a steep change to a near cell. Merged text ends steeply, lamp light does not. */
export function measureIlluminationSteps({ across, down, paper }: Illumination): number {
  const [far, least] = [3, 0.12];
  let found = 0;
  for (let row = 0; row < down - far; row += 1)
    for (let column = 0; column < across - far; column += 1) {
      const at = row * across + column;
      const step = Math.max(Math.abs(paper[at]! - paper[at + far]!), Math.abs(paper[at]! - paper[at + far * across]!));
      if (step > paper[at]! * least) found += 1;
    }
  return found / paper.length;
}

const coarse = 4;
const reach = 4;

/**
 * The paper's brightness in a wide surrounding of each cell: the 66th percentile, so that a large stain has no
 * influence.
 */
export function measureSurroundings({ across, down, paper }: Illumination): Float32Array {
  const [wide, high] = [Math.ceil(across / coarse), Math.ceil(down / coarse)];
  const means = new Float32Array(wide * high);
  for (let row = 0, to = 0; row < high; row += 1)
    for (let column = 0; column < wide; column += 1, to += 1) {
      let [sum, count] = [0, 0];
      for (let y = row * coarse; y < Math.min(down, (row + 1) * coarse); y += 1)
        for (let x = column * coarse; x < Math.min(across, (column + 1) * coarse); x += 1) {
          sum += paper[y * across + x]!;
          count += 1;
        }
      means[to] = sum / count;
    }
  const usual = new Float32Array(wide * high);
  const near = new Float32Array((2 * reach + 1) ** 2);
  for (let row = 0, to = 0; row < high; row += 1)
    for (let column = 0; column < wide; column += 1, to += 1) {
      let count = 0;
      for (let y = Math.max(0, row - reach); y <= Math.min(high - 1, row + reach); y += 1)
        for (let x = Math.max(0, column - reach); x <= Math.min(wide - 1, column + reach); x += 1)
          near[count++] = means[y * wide + x]!;
      usual[to] = near.subarray(0, count).sort()[Math.floor(count * 0.66)]!;
    }
  const out = new Float32Array(paper.length);
  for (let row = 0, to = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1, to += 1)
      out[to] = usual[Math.floor(row / coarse) * wide + Math.floor(column / coarse)]!;
  return out;
}
