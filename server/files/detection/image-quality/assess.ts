import type { PageFlaw } from "./flaws.ts";
import type { GreyImage } from "#engine/vision/picture/grey-image.ts";
import { measurePage, type PageMeasures } from "./measure.ts";
import { referenceSide } from "./sharpness.ts";

/** Properties of an image beside its pixels. */
export interface ImageSource {
  /** Pixels of the file per pixel of the image, along a side. */
  scale: number;
  /** Rendered from text and lines: such a page cannot be blurred, only empty or rotated. */
  isRendered?: boolean;
}

/*
 * Thresholds of the flaws. They are tuned on the samples of tests/tools/sample-documents with the tuning seed of `npm
 * run bench documents`, and measured with another seed.
 */
const limits = {
  /** Fewer letters are no text. */
  minLetters: 7,
  /** Ink coverage of a page without detectable letters: blurred letters have merged. */
  minInkCoverage: 0.012,
  /** The same for pages that are grey all over. */
  minIlluminationSteps: 0.006,
  /** Edge width in the most blurred part, in pixels of A4 at 150 dpi. */
  edgeWidth: 4.4,
  /** The same in pixels of the image: an edge is at least about two pixels wide. */
  edgeWidthPixels: 3.5,
  /** The same for faded text in which no letters were found. */
  fadedEdgeWidth: 4.8,
  fadedEdgeWidthPixels: 3.8,
  /** Ratio of the gradients in the two directions. */
  evenness: 0.34,
  /** Above this edge width letters merge into bars, whose gradients are always uneven. */
  mergedEdgeWidth: 5.4,
  /** Second by first differences of pixels: an upscaled image is smooth. */
  crispness: 0.48,
  /** Pixels of the file along the page's shorter side, and along a letter's height. */
  minSide: 600,
  minLetterPixels: 6,
  glare: 0.008,
  stain: 0.006,
  shadow: 0.42,
  /** Distance from the last letter to a side at the image's edge, as share of the page's length. */
  margin: 0.022,
  framedMargin: 0.012,
  /** Table rules that run into such a side; the second limit is for pages of an unusual shape. */
  crossings: 3,
  oddCrossings: 1,
  /** Distance from the last letter to a visible side, as share of the page's length. */
  overrun: 0.01,
  vertical: 0.6,
  minDirectionSamples: 20,
  upsideDown: -4,
} as const;

/** Aspect ratios of A4, Letter and Legal in both orientations. The tolerance allows for perspective. */
const shapes = [Math.SQRT2, 11 / 8.5, 14 / 8.5].flatMap((shape) => [shape, 1 / shape]);
const shapeTolerance = 0.1;
const scannedTolerance = 0.04;

/** Returns the flaws of a page. */
export function assessPage(image: GreyImage, source: ImageSource): PageFlaw[] {
  return assessMeasures(measurePage(image), source);
}

/** Returns the flaws that a page's measures exceed. */
function assessMeasures(found: PageMeasures, { scale, isRendered = false }: ImageSource): PageFlaw[] {
  if (isRendered)
    return found.letters < limits.minLetters && found.inkCoverage < limits.minInkCoverage
      ? ["blank"]
      : assessOrientation(found);
  const flaws: PageFlaw[] = [];
  const letterPixels = found.letterHeight * Math.max(found.width, found.height) * scale;
  if (Math.min(found.width, found.height) * scale < limits.minSide) flaws.push("low-resolution");
  if (found.letters < limits.minLetters && !found.sharpness)
    return [
      ...flaws,
      found.inkCoverage > limits.minInkCoverage || found.illuminationSteps > limits.minIlluminationSteps
        ? "blurred"
        : "blank",
    ];
  if (!flaws.includes("low-resolution") && letterPixels < limits.minLetterPixels) flaws.push("low-resolution");
  flaws.push(...assessSharpness(found).filter((flaw) => !flaws.includes(flaw)), ...assessLight(found));
  if (isCropped(found)) flaws.push("cropped");
  // Merged letters show neither text direction nor orientation.
  if (!flaws.includes("blurred") && !flaws.includes("motion-blur")) flaws.push(...assessOrientation(found));
  return flaws;
}

function assessSharpness({ sharpness, blur, width, height }: PageMeasures): PageFlaw[] {
  const widest = blur[0] ?? 0;
  const faded =
    widest > limits.fadedEdgeWidth && (widest * Math.max(width, height)) / referenceSide > limits.fadedEdgeWidthPixels;
  if (!sharpness) return faded ? ["blurred"] : [];
  if (sharpness.evenness < limits.evenness && sharpness.worst < limits.mergedEdgeWidth) return ["motion-blur"];
  const pixels = (sharpness.worst * Math.max(width, height)) / referenceSide;
  if ((sharpness.worst > limits.edgeWidth && pixels > limits.edgeWidthPixels) || faded) return ["blurred"];
  return sharpness.crispness < limits.crispness ? ["low-resolution"] : [];
}

function assessLight({ isFramed, sides, occlusions: { glare, stain, shadow } }: PageMeasures): PageFlaw[] {
  const flaws: PageFlaw[] = [];
  if (glare > limits.glare) flaws.push("glare");
  if (stain > limits.stain) flaws.push("stained");
  // Text beyond a detected side: the side is the edge of a shadow.
  const isOverrun = isFramed && sides.some(({ isAtImageEdge, margin }) => !isAtImageEdge && margin < limits.overrun);
  // A stain is dark too.
  if (isOverrun || (shadow < limits.shadow && !flaws.includes("stained"))) flaws.push("shadow");
  return flaws;
}

/**
 * Returns whether text or rules end at the image's edge, or the page is too short for its width with one side outside.
 */
function isCropped({ isFramed, sides, width, height }: PageMeasures): boolean {
  const minMargin = isFramed ? limits.framedMargin : limits.margin;
  if (sides.some(({ isAtImageEdge, margin }) => isAtImageEdge && margin < minMargin)) return true;
  const long = Math.max(width, height) / Math.min(width, height);
  if (!isFramed) {
    const maxCrossings = isShape(long, scannedTolerance) ? limits.crossings : limits.oddCrossings;
    return sides.some(({ crossings }) => crossings >= maxCrossings);
  }
  const outside = sides.flatMap(({ isAtImageEdge }, i) => (isAtImageEdge ? [i] : []));
  return outside.length === 1 && !isShape(outside[0]! % 2 === 0 ? width / height : height / width);
}

const isShape = (shape: number, tolerance: number = shapeTolerance) =>
  shapes.some((known) => Math.abs(shape / known - 1) <= tolerance);

function assessOrientation({ textDirection, orientation }: PageMeasures): PageFlaw[] {
  if (textDirection.samples >= limits.minDirectionSamples && textDirection.vertical > limits.vertical)
    return ["sideways"];
  const score = orientation.open + orientation.bows + orientation.rise + orientation.hang;
  return score < limits.upsideDown ? ["upside-down"] : [];
}
