import type { InkComponent } from "./ink.ts";
import { measureSurroundings, type Illumination } from "./illumination.ts";
import { quantile } from "#engine/vision/picture/grey-image.ts";

/** Areas that cover text, as shares of the page: glare washes it out, stains darken it. */
export interface Occlusions {
  glare: number;
  stain: number;
  /** The paper's brightness at the darkest text, as share of its maximum. */
  shadow: number;
  /** Contrast of that text in grey levels. */
  shadowContrast: number;
}

/** Glare is white, without grain, and brighter than the paper around it. Overexposed paper fades gradually. */
const glareLevel = 252;
const glareGrain = 8;
const glareStep = 8;
const glareRim = 6;
/** A larger area may reach the page's side, with text on one side of it only. */
const wide = 0.02;

interface Patch {
  cells: number[];
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Finds glare, stains and deep shadow. */
export function findOcclusions(illumination: Illumination, letters: readonly InkComponent[]): Occlusions {
  const { across, down, paper, dark } = illumination;
  const letterCounts = countLetters(illumination, letters);
  const medianBrightness = quantile(Float32Array.from(paper), 0.5);
  return {
    glare: share(
      medianBrightness > glareLevel - glareStep
        ? []
        : findPatches(illumination, (at) => paper[at]! >= glareLevel && dark[at]! >= glareLevel - glareGrain),
      (patch) =>
        hasDarkerRim(patch, illumination) &&
        isWashedOut(patch, illumination, letterCounts, letters.length / paper.length),
    ),
    stain: share(findStains(illumination), (patch) => !isRectangular(patch)),
    ...measureShadow(illumination, letterCounts),
  };

  function share(patches: readonly Patch[], counts: (patch: Patch) => boolean): number {
    const most = wide * across * down;
    const cells = patches
      .filter(
        (patch) => isAmongText(patch, illumination, letterCounts, patch.cells.length > most ? 1 : 2) && counts(patch),
      )
      .map((patch) => patch.cells.length);
    return Math.max(0, ...cells) / (across * down);
  }
}

/** Counts the letters whose centre is in each cell. */
function countLetters({ cell, across, down }: Illumination, letters: readonly InkComponent[]): Uint16Array {
  const counts = new Uint16Array(across * down);
  for (const { left, top, right, bottom } of letters) {
    const column = Math.min(across - 1, Math.floor((left + right) / 2 / cell));
    const row = Math.min(down - 1, Math.floor((top + bottom) / 2 / cell));
    counts[row * across + column] = counts[row * across + column]! + 1;
  }
  return counts;
}

/** Finds cells that are much darker than the paper around them. A stain has a sharp edge, a shadow fades. */
function findStains(illumination: Illumination): Patch[] {
  const around = measureSurroundings(illumination);
  return findPatches(illumination, (at) => illumination.paper[at]! < around[at]! * 0.72);
}

function findPatches({ across, down }: Illumination, belongs: (at: number) => boolean): Patch[] {
  const visited = new Uint8Array(across * down);
  const patches: Patch[] = [];
  for (let start = 0; start < visited.length; start += 1) {
    if (visited[start] || !belongs(start)) continue;
    const patch: Patch = { cells: [start], left: across, top: down, right: 0, bottom: 0 };
    visited[start] = 1;
    for (let next = 0; next < patch.cells.length; next += 1) {
      const at = patch.cells[next]!;
      const [x, y] = [at % across, Math.floor(at / across)];
      patch.left = Math.min(patch.left, x);
      patch.right = Math.max(patch.right, x);
      patch.top = Math.min(patch.top, y);
      patch.bottom = Math.max(patch.bottom, y);
      for (const to of [x > 0 ? at - 1 : -1, x < across - 1 ? at + 1 : -1, at - across, at + across])
        if (to >= 0 && to < visited.length && !visited[to] && belongs(to)) {
          visited[to] = 1;
          patch.cells.push(to);
        }
    }
    patches.push(patch);
  }
  return patches;
}

/** A bar, a portrait or a coloured box is part of the document. */
function isRectangular({ cells, left, top, right, bottom }: Patch): boolean {
  const [wide, high] = [right - left + 1, bottom - top + 1];
  return cells.length > wide * high * 0.88 || wide > high * 5 || high > wide * 5;
}

/** Returns whether the paper is darker a few cells beyond the patch. */
function hasDarkerRim({ cells }: Patch, { across, down, paper }: Illumination): boolean {
  const around: number[] = [];
  for (const at of cells) {
    const [x, y] = [at % across, Math.floor(at / across)];
    for (const to of [
      x >= glareRim ? at - glareRim : -1,
      x < across - glareRim ? at + glareRim : -1,
      at - glareRim * across,
      y < down - glareRim ? at + glareRim * across : -1,
    ])
      if (to >= 0 && paper[to]! < glareLevel) around.push(paper[to]!);
  }
  return around.length > 0 && quantile(around, 0.5) < glareLevel - glareStep;
}

/**
 * Returns whether a patch has no more text than its rows beside it. Overexposed paper is white between visible letters.
 */
function isWashedOut(
  { cells }: Patch,
  { across }: Illumination,
  letterCounts: Uint16Array,
  lettersPerCell: number,
): boolean {
  const rows = new Map<number, { from: number; to: number }>();
  for (const at of cells) {
    const row = rows.get(Math.floor(at / across)) ?? { from: at, to: at };
    rows.set(Math.floor(at / across), { from: Math.min(row.from, at), to: Math.max(row.to, at) });
  }
  let [letters, all] = [0, 0];
  for (const { from, to } of rows.values()) {
    for (let at = from; at <= to; at += 1) letters += letterCounts[at]!;
    all += to - from + 1;
  }
  return letters < all * lettersPerCell * 1.25;
}

/** Returns whether text surrounds a patch on at least this many sides. */
function isAmongText(
  { left, top, right, bottom }: Patch,
  { across, down }: Illumination,
  letterCounts: Uint16Array,
  minSides: number,
): boolean {
  const reach = 10;
  const count = (x0: number, y0: number, x1: number, y1: number) => {
    let sum = 0;
    for (let y = Math.max(0, y0); y <= Math.min(down - 1, y1); y += 1)
      for (let x = Math.max(0, x0); x <= Math.min(across - 1, x1); x += 1) sum += letterCounts[y * across + x]!;
    return sum;
  };
  const sides = [
    count(left - reach, top, left - 1, bottom),
    count(right + 1, top, right + reach, bottom),
    count(left, top - reach, right, top - 1),
    count(left, bottom + 1, right, bottom + reach),
  ];
  return sides.filter((letters) => letters >= 3).length >= minSides;
}

/** Measures brightness and contrast at the darkest part of the text. */
function measureShadow(
  { paper, dark }: Illumination,
  letterCounts: Uint16Array,
): Pick<Occlusions, "shadow" | "shadowContrast"> {
  const cells = [...letterCounts.keys()].filter((at) => letterCounts[at]! > 0).sort((a, b) => paper[a]! - paper[b]!);
  if (cells.length < 20) return { shadow: 1, shadowContrast: 255 };
  const brightest = quantile(Float32Array.from(paper), 0.95);
  const darkest = cells.slice(0, Math.max(8, Math.floor(cells.length / 12)));
  return {
    shadow:
      quantile(
        darkest.map((at) => paper[at]!),
        0.5,
      ) / Math.max(1, brightest),
    shadowContrast: quantile(
      darkest.map((at) => paper[at]! - dark[at]!),
      0.5,
    ),
  };
}
