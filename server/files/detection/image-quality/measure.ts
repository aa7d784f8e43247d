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
export function measurePage(picture: GreyImage): PageMeasures {
  const paper = findPageOutline(picture);
  const sheet = paper.framed ? straighten(picture, paper.corners) : picture;
  const light = measureIllumination(sheet);
  const ink = findInk(sheet, light);
  const longSide = Math.max(sheet.width, sheet.height);
  const letters = findLetters(findComponents(ink, sheet.width, sheet.height), longSide);
  const sharpness = measureSharpness(sheet, letters);
  let marked = 0;
  for (let at = 0; at < light.paper.length; at += 1) if (light.dark[at]! < light.paper[at]! * 0.86 - 6) marked += 1;
  return {
    isFramed: paper.framed,
    width: sheet.width,
    height: sheet.height,
    letters: letters.length,
    letterHeight:
      letters.length === 0
        ? 0
        : quantile(
            letters.map(({ top, bottom }) => bottom - top + 1),
            0.5,
          ) / longSide,
    inkCoverage: marked / light.paper.length,
    illuminationSteps: measureIlluminationSteps(light),
    ...(sharpness && { sharpness }),
    blur: measureBlur(sheet),
    occlusions: findOcclusions(light, letters),
    sides: measureSides(sheet, ink, letters, { paper, light }),
    textDirection: measureTextDirection(letters, sheet.width),
    orientation: measureOrientation(ink, sheet.width, letters),
  };
}
