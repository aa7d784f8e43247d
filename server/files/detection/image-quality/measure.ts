import { findOcclusions, type Occlusions } from "./occlusions.ts";
import { measureTextDirection, type TextDirection } from "./text-direction.ts";
import { findPageOutline } from "./page-outline.ts";
import { quantile, type GreyImage } from "#engine/vision/picture/grey-image.ts";
import { findInk, findLetters, findComponents } from "./ink.ts";
import { measureIllumination, measureIlluminationSteps } from "./illumination.ts";
import { measureSides, type PageSide } from "./margins.ts";
import { measureSharpness, type Sharpness } from "./sharpness.ts";
import { straighten } from "#engine/vision/picture/straighten.ts";
import { measureBlur } from "./blur.ts";
import { measureOrientation, type Orientation } from "./orientation.ts";

/** Measures of a page's image, assessed in `assess.ts`. */
export interface PageMeasures {
  isFramed: boolean;
  /** The straightened page, in pixels of the image. */
  width: number;
  height: number;
  letters: number;
  /** Median letter height, as share of the page's long side. */
  letterHeight: number;
  /** Share of the page with ink. */
  inkCoverage: number;
  /** Share of the page at which large areas of different brightness meet. */
  illuminationSteps: number;
  sharpness?: Sharpness;
  /** Edge widths by parts of the page, widest first. */
  blur: number[];
  occlusions: Occlusions;
  sides: PageSide[];
  textDirection: TextDirection;
  orientation: Orientation;
}

/** Finds the page, straightens it and measures it. Deterministic. */
export function measurePage(image: GreyImage): PageMeasures {
  const outline = findPageOutline(image);
  const page = outline.isFramed ? straighten(image, outline.corners) : image;
  const illumination = measureIllumination(page);
  const ink = findInk(page, illumination);
  const longSide = Math.max(page.width, page.height);
  const letters = findLetters(findComponents(ink, page.width, page.height), longSide);
  const sharpness = measureSharpness(page, letters);
  let inkCells = 0;
  for (let at = 0; at < illumination.paper.length; at += 1)
    if (illumination.dark[at]! < illumination.paper[at]! * 0.86 - 6) inkCells += 1;
  return {
    isFramed: outline.isFramed,
    width: page.width,
    height: page.height,
    letters: letters.length,
    letterHeight:
      letters.length === 0
        ? 0
        : quantile(
            letters.map(({ top, bottom }) => bottom - top + 1),
            0.5,
          ) / longSide,
    inkCoverage: inkCells / illumination.paper.length,
    illuminationSteps: measureIlluminationSteps(illumination),
    ...(sharpness && { sharpness }),
    blur: measureBlur(page),
    occlusions: findOcclusions(illumination, letters),
    sides: measureSides(page, ink, letters, { outline, illumination }),
    textDirection: measureTextDirection(letters, page.width),
    orientation: measureOrientation(ink, page.width, letters),
  };
}
