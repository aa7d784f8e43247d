import { findBlemishes, type Blemishes } from "./blemishes.ts";
import { readDirection, type Direction } from "./direction.ts";
import { findPaper } from "./find-paper.ts";
import { quantile, type GreyPicture } from "#engine/picture/grey-picture.ts";
import { findInk, findLetters, findPieces } from "./ink.ts";
import { readLight, readSteps } from "./light.ts";
import { readSides, type Side } from "./margins.ts";
import { readSharpness, type Sharpness } from "./sharpness.ts";
import { straighten } from "#engine/picture/straighten.ts";
import { readSoftness } from "./softness.ts";
import { readUpright, type Upright } from "./upright.ts";

/** What is measured of a page's picture; judged in `judge.ts`. */
export interface Measures {
  framed: boolean;
  /** The straightened sheet, in pixels of the picture that was looked at. */
  width: number;
  height: number;
  letters: number;
  /** Middle height of the letters, as share of the sheet's long side. */
  letterHeight: number;
  /** Share of the sheet on which anything stands. */
  marked: number;
  /** Share of the sheet along which large areas of different light meet. */
  steps: number;
  sharpness?: Sharpness;
  /** Widths of edges by parts of the sheet, the widest first. */
  softness: number[];
  blemishes: Blemishes;
  sides: Side[];
  direction: Direction;
  upright: Upright;
}

/** Finds the sheet, sets it straight and measures what stands on it. Deterministic on the pixels. */
export function measure(picture: GreyPicture): Measures {
  const paper = findPaper(picture);
  const sheet = paper.framed ? straighten(picture, paper.corners) : picture;
  const light = readLight(sheet);
  const ink = findInk(sheet, light);
  const longSide = Math.max(sheet.width, sheet.height);
  const letters = findLetters(findPieces(ink, sheet.width, sheet.height), longSide);
  const sharpness = readSharpness(sheet, letters);
  let marked = 0;
  for (let at = 0; at < light.paper.length; at += 1) if (light.dark[at]! < light.paper[at]! * 0.86 - 6) marked += 1;
  return {
    framed: paper.framed,
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
    marked: marked / light.paper.length,
    steps: readSteps(light),
    ...(sharpness && { sharpness }),
    softness: readSoftness(sheet),
    blemishes: findBlemishes(light, letters),
    sides: readSides(sheet, ink, letters, { paper, light }),
    direction: readDirection(letters, sheet.width),
    upright: readUpright(ink, sheet.width, letters),
  };
}
