import type { Quality } from "./inspector.ts";

/** A picture in grey, one byte per pixel. */
export interface GreyPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

const tilesAcross = 16;
/** A tile whose darkest and lightest differ by less shows nothing to be sharp about. */
const contentContrast = 48;
/** Laplacian variance of the sharpest tiles below which letters run together; measured on rendered pages. */
const blurVariance = 120;
/** Share of the tiles with something on them that are grey all over: a smear or a shadow. */
const smearShare = 0.55;
const edgeShare = 0.04;
const darkShare = 0.8;

/** Judges a page: blurred, smeared, or cut off at two edges or more. Deterministic on its bytes. */
export function judgePicture(picture: GreyPicture): Omit<Quality, "dimension"> {
  const tiles = toTiles(picture);
  const written = tiles.filter((tile) => tile.contrast >= contentContrast);
  const sharpest = written
    .map((tile) => tile.variance)
    .sort((a, b) => b - a)
    .slice(0, Math.max(1, Math.ceil(written.length / 4)));
  const grey = tiles.filter((tile) => tile.contrast < contentContrast && tile.mean > 70 && tile.mean < 190);
  return {
    blurry: written.length > 0 && sharpest[Math.floor(sharpest.length / 2)]! < blurVariance,
    smudgy: written.length > 0 && grey.length / tiles.length > smearShare,
    cropped: countCutEdges(picture) >= 2,
  };
}

interface Tile {
  contrast: number;
  mean: number;
  variance: number;
}

function toTiles(picture: GreyPicture): Tile[] {
  const size = Math.max(8, Math.floor(picture.width / tilesAcross));
  const tiles: Tile[] = [];
  for (let top = 1; top + size < picture.height; top += size) {
    for (let left = 1; left + size < picture.width; left += size) tiles.push(toTile(picture, left, top, size));
  }
  return tiles;
}

function toTile({ data, width }: GreyPicture, left: number, top: number, size: number): Tile {
  let low = 255,
    high = 0,
    sum = 0,
    edges = 0,
    squares = 0;
  for (let y = top; y < top + size; y += 1) {
    for (let x = left; x < left + size; x += 1) {
      const at = y * width + x;
      const value = data[at]!;
      const edge = data[at - 1]! + data[at + 1]! + data[at - width]! + data[at + width]! - 4 * value;
      low = Math.min(low, value);
      high = Math.max(high, value);
      sum += value;
      edges += edge;
      squares += edge * edge;
    }
  }
  const count = size * size;
  return { contrast: high - low, mean: sum / count, variance: squares / count - (edges / count) ** 2 };
}

/** Edges along which dark writing runs off the page; an edge that is dark all along is the table it lies on. */
function countCutEdges(picture: GreyPicture): number {
  const { data, width, height } = picture;
  const paper = findPaper(picture);
  const depth = Math.max(1, Math.round(Math.min(width, height) / 200));
  const isDark = (x: number, y: number) => data[y * width + x]! < paper - 90;
  const share = (length: number, at: (i: number, d: number) => boolean) => {
    let dark = 0;
    for (let i = 0; i < length; i += 1) for (let d = 0; d < depth; d += 1) if (at(i, d)) dark += 1;
    return dark / (length * depth);
  };
  const edges = [
    share(width, (i, d) => isDark(i, d)),
    share(width, (i, d) => isDark(i, height - 1 - d)),
    share(height, (i, d) => isDark(d, i)),
    share(height, (i, d) => isDark(width - 1 - d, i)),
  ];
  return edges.filter((dark) => dark > edgeShare && dark < darkShare).length;
}

/** The grey of the paper: what most pixels of the lighter half have. */
function findPaper({ data }: GreyPicture): number {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = counts[value]! + 1;
  let best = 128;
  for (let value = 128; value < 256; value += 1) if (counts[value]! > counts[best]!) best = value;
  return best;
}
