import { findSheet, lookSide } from "#engine/picture/find-sheet.ts";
import { toGrey, type GreyPicture } from "#engine/picture/grey-picture.ts";
import { scaleCorners, toTrueSize } from "#engine/picture/perspective.ts";
import { refineSheet, refineSide } from "#engine/picture/refine-sheet.ts";
import { straighten } from "#engine/picture/straighten.ts";
import { draw, getContext, toCanvas, toJpeg } from "../parts/page-picture.ts";
import type { Paper } from "../parts/pages.ts";

/** A page that was photographed: the whole picture and, where its edges were found, the paper alone. */
export interface PaperPage {
  readonly key: number;
  readonly whole: Blob;
  readonly sheet?: Blob;
  /** The paper alone is wanted. */
  readonly cut: boolean;
  readonly turns: Paper["turns"];
}

/** The picture of a page that is wanted. */
export const toPicture = ({ whole, sheet, cut }: PaperPage): Blob => (cut && sheet ? sheet : whole);

/** Longest side in pixels of what is kept of a photo: more than a page is sent with. */
const keptSide = 2800;
const keptQuality = 0.92;

/** A photo as a page: cut to the paper and set straight where its edges are seen. Throws when it is no picture. */
export async function readPhoto(photo: Blob, key: number): Promise<PaperPage> {
  const canvas = await toCanvas(photo, keptSide);
  const page: PaperPage = { key, whole: photo, cut: false, turns: 0 };
  const look = toSmall(canvas, lookSide);
  const found = findSheet(look);
  if (!found) return page;
  const larger = toSmall(canvas, refineSide);
  const corners = scaleCorners(refineSheet(larger, found.corners, look), canvas.width / larger.width);
  const pixels = getContext(canvas).getImageData(0, 0, canvas.width, canvas.height);
  const { data, width, height } = straighten(pixels, corners, toTrueSize(corners, canvas));
  canvas.width = width;
  canvas.height = height;
  getContext(canvas).putImageData(new ImageData(new Uint8ClampedArray(data.buffer), width, height), 0, 0);
  return { ...page, sheet: await toJpeg(canvas, keptQuality), cut: true };
}

/** A picture in grey whose longer side is so many pixels. */
function toSmall(canvas: HTMLCanvasElement, side: number): GreyPicture {
  const scale = Math.min(1, side / Math.max(canvas.width, canvas.height));
  const small = draw(canvas, Math.round(canvas.width * scale), Math.round(canvas.height * scale));
  return toGrey(getContext(small).getImageData(0, 0, small.width, small.height));
}
