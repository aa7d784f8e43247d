import type { PageFlaw } from "./flaws.ts";
import type { GreyPicture } from "#engine/picture/grey-picture.ts";
import { measure, type Measures } from "./measure.ts";
import { referenceSide } from "./sharpness.ts";

/** What is known of a page's picture beside its pixels. */
export interface Origin {
  /** How many pixels of the file one pixel of the picture stands for, along a side. */
  scale: number;
  /** Drawn by a program from letters and lines: it cannot be blurred, only empty or turned. */
  drawn?: boolean;
}

/*
 * Where a fault begins. Set on the samples of tests/papers with the seed that `npm run bench papers` names for it, and
 * measured there with another one.
 */
const limits = {
  /** Fewer letters are no writing. */
  leastLetters: 7,
  /** Share of the sheet on which something stands although no letters are found: they have run into each other. */
  leastMarked: 0.012,
  /** The same of areas that are grey all over. */
  leastSteps: 0.006,
  /** Edge width in the softest part, as pixels of A4 at 150 dpi. */
  focus: 4.4,
  /** The same in pixels of the picture: an edge cannot be much narrower than two of them. */
  focusPixels: 3.5,
  /** The same of writing that has faded, of which no letters were found. */
  softness: 4.8,
  softPixels: 3.8,
  /** Slopes in one direction against those across it. */
  evenness: 0.34,
  /** Writing as soft as this has run into bars, which are uneven whatever made them so. */
  bars: 5.4,
  /** Bends by slopes from pixel to pixel: blown up, a small picture is smooth where a sharp one is not. */
  crispness: 0.48,
  /** Pixels of the file along the sheet's shorter side, and of a letter's height. */
  leastSide: 600,
  leastLetterPixels: 6,
  glare: 0.008,
  stain: 0.006,
  gloom: 0.42,
  /** Of the sheet's length, between the last letter and a side where the picture ends. */
  margin: 0.022,
  framedMargin: 0.012,
  /** Rules of a table that run into such a side; of a sheet that has no usual shape. */
  crossings: 3,
  oddCrossings: 1,
  /** Of the sheet's length, between the last letter and a side that was seen. */
  overrun: 0.01,
  vertical: 0.6,
  directionTold: 20,
  upsideDown: -4,
} as const;

/** Length by breadth of sheets: A4, Letter and Legal, standing and lying; less than a tenth beside them is a matter of how the lens was held. */
const shapes = [Math.SQRT2, 11 / 8.5, 14 / 8.5].flatMap((shape) => [shape, 1 / shape]);
const shapeTolerance = 0.1;
const scannedTolerance = 0.04;

/** The flaws of one page. */
export function judgePage(picture: GreyPicture, origin: Origin): PageFlaw[] {
  return judgeMeasures(measure(picture), origin);
}

/** What the measures of a page amount to. */
export function judgeMeasures(found: Measures, { scale, drawn = false }: Origin): PageFlaw[] {
  if (drawn)
    return found.letters < limits.leastLetters && found.marked < limits.leastMarked ? ["blank"] : judgeTurn(found);
  const flaws: PageFlaw[] = [];
  const letterPixels = found.letterHeight * Math.max(found.width, found.height) * scale;
  if (Math.min(found.width, found.height) * scale < limits.leastSide) flaws.push("coarse");
  if (found.letters < limits.leastLetters && !found.sharpness)
    return [...flaws, found.marked > limits.leastMarked || found.steps > limits.leastSteps ? "blurred" : "blank"];
  if (!flaws.includes("coarse") && letterPixels < limits.leastLetterPixels) flaws.push("coarse");
  flaws.push(...judgeSharpness(found).filter((flaw) => !flaws.includes(flaw)), ...judgeLight(found));
  if (isCut(found)) flaws.push("cut");
  // Letters that run into each other tell neither their line nor their feet.
  if (!flaws.includes("blurred") && !flaws.includes("moved")) flaws.push(...judgeTurn(found));
  return flaws;
}

function judgeSharpness({ sharpness, softness, width, height }: Measures): PageFlaw[] {
  const softest = softness[0] ?? 0;
  const faded = softest > limits.softness && (softest * Math.max(width, height)) / referenceSide > limits.softPixels;
  if (!sharpness) return faded ? ["blurred"] : [];
  if (sharpness.evenness < limits.evenness && sharpness.worst < limits.bars) return ["moved"];
  const pixels = (sharpness.worst * Math.max(width, height)) / referenceSide;
  if ((sharpness.worst > limits.focus && pixels > limits.focusPixels) || faded) return ["blurred"];
  return sharpness.crispness < limits.crispness ? ["coarse"] : [];
}

function judgeLight({ framed, sides, blemishes: { glare, stain, gloom } }: Measures): PageFlaw[] {
  const flaws: PageFlaw[] = [];
  if (glare > limits.glare) flaws.push("glare");
  if (stain > limits.stain) flaws.push("stained");
  // Writing that runs over what was taken for the sheet's side: the edge of a shadow, beyond which nothing was looked at.
  const overrun = framed && sides.some(({ atFrame, margin }) => !atFrame && margin < limits.overrun);
  // Under a stain it is dark too.
  if (overrun || (gloom < limits.gloom && !flaws.includes("stained"))) flaws.push("shadow");
  return flaws;
}

/** Writing or rules that end at the picture's end; or a sheet with one side outside the picture, too short for its breadth. */
function isCut({ framed, sides, width, height }: Measures): boolean {
  const least = framed ? limits.framedMargin : limits.margin;
  if (sides.some(({ atFrame, margin }) => atFrame && margin < least)) return true;
  const long = Math.max(width, height) / Math.min(width, height);
  if (!framed) {
    const most = isShape(long, scannedTolerance) ? limits.crossings : limits.oddCrossings;
    return sides.some(({ crossings }) => crossings >= most);
  }
  const outside = sides.flatMap(({ atFrame }, i) => (atFrame ? [i] : []));
  return outside.length === 1 && !isShape(outside[0]! % 2 === 0 ? width / height : height / width);
}

const isShape = (shape: number, tolerance: number = shapeTolerance) =>
  shapes.some((known) => Math.abs(shape / known - 1) <= tolerance);

function judgeTurn({ direction, upright }: Measures): PageFlaw[] {
  if (direction.told >= limits.directionTold && direction.vertical > limits.vertical) return ["sideways"];
  const score = upright.open + upright.bows + upright.rise + upright.hang;
  return score < limits.upsideDown ? ["upside-down"] : [];
}
