import { findPage, detectionSide } from "#engine/vision/picture/find-page.ts";
import { toGrey, type GreyImage } from "#engine/vision/picture/grey-image.ts";
import { scaleCorners, toTrueSize } from "#engine/vision/picture/perspective.ts";
import { refinePage, refineSide } from "#engine/vision/picture/refine-page.ts";
import { straighten } from "#engine/vision/picture/straighten.ts";
import { draw, getContext, toCanvas, toJpeg } from "../merge/page-image.ts";
import type { MergeFile } from "../merge/merge-list.ts";

/** A photographed page: the original and, when its edges were found, the cropped document. */
export interface PhotoPage {
  readonly key: number;
  readonly original: Blob;
  readonly cropped?: Blob;
  /** Uses the cropped image. */
  readonly isCropped: boolean;
  readonly quarterTurns: MergeFile["quarterTurns"];
}

export const getVisibleImage = ({ original, cropped, isCropped }: PhotoPage): Blob =>
  isCropped && cropped ? cropped : original;

/** Longest side in pixels of the stored photo; larger than a page is sent. */
const storedSide = 2800;
const storedQuality = 0.92;

/** Makes a page from a photo, cropped and straightened when its edges are found. Throws when the file is no image. */
export async function readPhoto(photo: Blob, key: number): Promise<PhotoPage> {
  const canvas = await toCanvas(photo, storedSide);
  const page: PhotoPage = { key, original: photo, isCropped: false, quarterTurns: 0 };
  const small = toSmallGrey(canvas, detectionSide);
  const found = findPage(small);
  if (!found) return page;
  const larger = toSmallGrey(canvas, refineSide);
  const corners = scaleCorners(refinePage(larger, found.corners, small), canvas.width / larger.width);
  const pixels = getContext(canvas).getImageData(0, 0, canvas.width, canvas.height);
  const { data, width, height } = straighten(pixels, corners, toTrueSize(corners, canvas));
  canvas.width = width;
  canvas.height = height;
  getContext(canvas).putImageData(new ImageData(new Uint8ClampedArray(data.buffer), width, height), 0, 0);
  return { ...page, cropped: await toJpeg(canvas, storedQuality), isCropped: true };
}

/** The picture in grey, with this longer side in pixels. */
function toSmallGrey(canvas: HTMLCanvasElement, side: number): GreyImage {
  const scale = Math.min(1, side / Math.max(canvas.width, canvas.height));
  const small = draw(canvas, Math.round(canvas.width * scale), Math.round(canvas.height * scale));
  return toGrey(getContext(small).getImageData(0, 0, small.width, small.height));
}
