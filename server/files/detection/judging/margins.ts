import type { Paper } from "./find-paper.ts";
import { quantile, type GreyPicture } from "#engine/picture/grey-picture.ts";
import type { Light } from "./light.ts";
import type { Piece } from "./ink.ts";

/** One side of the sheet. */
export interface Side {
  /** The picture ends there: no end of the sheet was seen before. */
  atFrame: boolean;
  /** From the writing to the side, as share of the sheet's length there. */
  margin: number;
  /** Strokes that run into the side. */
  crossings: number;
}

/** Where the sheet leans out of the picture a corner of the table is left, which is darker than this share of the paper's light. */
const tableShare = 0.72;

/** Left, top, right and bottom of a straightened sheet. */
export function readSides(
  sheet: GreyPicture,
  ink: Uint8Array,
  found: readonly Piece[],
  { paper, light }: { paper: Paper; light: Light },
): Side[] {
  const { width, height } = sheet;
  const usual = quantile(Float32Array.from(light.paper), 0.5);
  const letters = found.filter(isOnPaper);
  const ends = {
    left: outermost(letters.map(({ left }) => left)),
    top: outermost(letters.map(({ top }) => top)),
    right: outermost(letters.map(({ right }) => width - 1 - right)),
    bottom: outermost(letters.map(({ bottom }) => height - 1 - bottom)),
  };
  const [left, top, right, bottom] = paper.seen;
  return [
    { atFrame: !left, margin: ends.left / width, crossings: count(height, (i) => i * width + 2) },
    { atFrame: !top, margin: ends.top / height, crossings: count(width, (i) => 2 * width + i) },
    { atFrame: !right, margin: ends.right / width, crossings: count(height, (i) => (i + 1) * width - 3) },
    { atFrame: !bottom, margin: ends.bottom / height, crossings: count(width, (i) => (height - 3) * width + i) },
  ];

  function isOnPaper({ left, top, right, bottom }: Piece): boolean {
    const column = Math.min(light.across - 1, Math.floor((left + right) / 2 / light.cell));
    const row = Math.min(light.down - 1, Math.floor((top + bottom) / 2 / light.cell));
    return light.paper[row * light.across + column]! > usual * tableShare;
  }

  /** Short strokes along a line; what is dark all along is the table or the scanner's lid. */
  function count(length: number, at: (i: number) => number): number {
    let [found, run] = [0, 0];
    for (let i = 0; i < length; i += 1) {
      if (ink[at(i)]) run += 1;
      else {
        if (run > 0 && run < length / 40) found += 1;
        run = 0;
      }
    }
    return found;
  }
}

/** The third smallest: two specks are no writing. */
function outermost(distances: number[]): number {
  const found = [Infinity, Infinity, Infinity];
  for (const distance of distances) {
    if (distance >= found[2]!) continue;
    found[2] = distance;
    found.sort((a, b) => a - b);
  }
  return found[2]!;
}
