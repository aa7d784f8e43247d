import type { PageOutline } from "./page-outline.ts";
import { quantile, type GreyImage } from "#engine/vision/picture/grey-image.ts";
import type { Illumination } from "./illumination.ts";
import type { InkComponent } from "./ink.ts";

/** A side of the page. */
export interface PageSide {
  /** The image ends here, before a side of the page was found. */
  isAtImageEdge: boolean;
  /** Distance from the text to the side, as share of the page's length. */
  margin: number;
  /** Strokes that run into the side. */
  crossings: number;
}

/** A corner of the table below the page is darker than this share of the paper's brightness. */
const tableShare = 0.72;

/** Measures left, top, right and bottom of a straightened page. */
export function measureSides(
  page: GreyImage,
  ink: Uint8Array,
  found: readonly InkComponent[],
  { outline, illumination }: { outline: PageOutline; illumination: Illumination },
): PageSide[] {
  const { width, height } = page;
  const medianBrightness = quantile(Float32Array.from(illumination.paper), 0.5);
  const letters = found.filter(isOnPaper);
  const ends = {
    left: outermost(letters.map(({ left }) => left)),
    top: outermost(letters.map(({ top }) => top)),
    right: outermost(letters.map(({ right }) => width - 1 - right)),
    bottom: outermost(letters.map(({ bottom }) => height - 1 - bottom)),
  };
  const [left, top, right, bottom] = outline.visibleSides;
  return [
    { isAtImageEdge: !left, margin: ends.left / width, crossings: count(height, (i) => i * width + 2) },
    { isAtImageEdge: !top, margin: ends.top / height, crossings: count(width, (i) => 2 * width + i) },
    { isAtImageEdge: !right, margin: ends.right / width, crossings: count(height, (i) => (i + 1) * width - 3) },
    { isAtImageEdge: !bottom, margin: ends.bottom / height, crossings: count(width, (i) => (height - 3) * width + i) },
  ];

  function isOnPaper({ left, top, right, bottom }: InkComponent): boolean {
    const column = Math.min(illumination.across - 1, Math.floor((left + right) / 2 / illumination.cell));
    const row = Math.min(illumination.down - 1, Math.floor((top + bottom) / 2 / illumination.cell));
    return illumination.paper[row * illumination.across + column]! > medianBrightness * tableShare;
  }

  /** Counts short strokes along a line. A line that is dark all along is the table or the scanner's lid. */
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

/** The third smallest distance: two specks are no text. */
function outermost(distances: number[]): number {
  const found = [Infinity, Infinity, Infinity];
  for (const distance of distances) {
    if (distance >= found[2]!) continue;
    found[2] = distance;
    found.sort((a, b) => a - b);
  }
  return found[2]!;
}
