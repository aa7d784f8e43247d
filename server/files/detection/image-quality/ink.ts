import type { GreyImage } from "#engine/vision/picture/grey-image.ts";
import type { Illumination } from "./illumination.ts";

/** A connected component of ink: its inclusive box and its number of pixels. */
export interface InkComponent {
  left: number;
  top: number;
  right: number;
  bottom: number;
  area: number;
}

/** Ink is darker than this share of the paper around it. */
const inkShare = 0.76;

/**
 * Returns one byte per pixel, 1 for ink. The threshold follows the paper's brightness, so that a shadow is no ink
 * (background normalisation as in Gatos, Pratikakis and Perantonis, Adaptive degraded document image binarization,
 * 2006).
 */
export function findInk({ data, width, height }: GreyImage, { cell, across, down, paper }: Illumination): Uint8Array {
  const ink = new Uint8Array(data.length);
  const limits = new Float32Array(across);
  for (let y = 0; y < height; y += 1) {
    const v = Math.min(down - 1, Math.max(0, (y + 0.5) / cell - 0.5));
    const top = Math.floor(v);
    const below = Math.min(down - 1, top + 1);
    for (let x = 0; x < across; x += 1)
      limits[x] =
        (paper[top * across + x]! + (paper[below * across + x]! - paper[top * across + x]!) * (v - top)) * inkShare;
    let most = 0;
    for (const limit of limits) if (limit > most) most = limit;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      // Most of a page has no ink; levels are integers.
      if (data[at]! >= most + 1) continue;
      const u = (x + 0.5) / cell - 0.5;
      const left = Math.min(across - 1, Math.max(0, Math.floor(u)));
      const right = Math.min(across - 1, left + 1);
      const share = Math.min(1, Math.max(0, u - left));
      if (data[at]! < limits[left]! + (limits[right]! - limits[left]!) * share) ink[at] = 1;
    }
  }
  return ink;
}

/** Finds components with eight neighbours, row by row, by union and find over runs. */
export function findComponents(ink: Uint8Array, width: number, height: number): InkComponent[] {
  const parents: number[] = [];
  const boxes: InkComponent[] = [];
  const find = (of: number) => {
    let root = of;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!;
    return root;
  };
  let above: number[] = [];
  for (let y = 0; y < height; y += 1) {
    const runs: number[] = [];
    const row = y * width;
    let position = 0;
    for (let x = 0; x < width; x += 1) {
      if (!ink[row + x]) continue;
      const start = x;
      while (x + 1 < width && ink[row + x + 1]) x += 1;
      let label = -1;
      // Runs are triples of start, end and label.
      while (position < above.length && above[position + 1]! < start - 1) position += 3;
      for (let i = position; i < above.length && above[i]! <= x + 1; i += 3) {
        const other = find(above[i + 2]!);
        if (label === -1) label = other;
        else if (other !== label) {
          parents[other] = label;
          join(boxes[label]!, boxes[other]!);
        }
      }
      if (label === -1) {
        label = parents.length;
        parents.push(label);
        boxes.push({ left: start, top: y, right: x, bottom: y, area: 0 });
      }
      const box = boxes[label]!;
      box.left = Math.min(box.left, start);
      box.right = Math.max(box.right, x);
      box.bottom = y;
      box.area += x - start + 1;
      runs.push(start, x, label);
    }
    above = runs;
  }
  return boxes.filter((_, label) => parents[label] === label);
}

function join(into: InkComponent, from: InkComponent): void {
  into.left = Math.min(into.left, from.left);
  into.top = Math.min(into.top, from.top);
  into.right = Math.max(into.right, from.right);
  into.bottom = Math.max(into.bottom, from.bottom);
  into.area += from.area;
}

/** Components of the size of letters or short words: no specks, rules, frames or pictures. */
export function findLetters(components: readonly InkComponent[], longSide: number): InkComponent[] {
  const most = longSide / 22;
  return components.filter(({ left, top, right, bottom, area }) => {
    const [wide, high] = [right - left + 1, bottom - top + 1];
    const small = Math.min(wide, high);
    const large = Math.max(wide, high);
    return (
      small >= 3 &&
      large >= 5 &&
      small <= most &&
      large <= most * 5 &&
      area >= 9 &&
      area > wide * high * 0.08 &&
      large < small * 14
    );
  });
}
