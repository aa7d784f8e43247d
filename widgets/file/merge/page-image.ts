import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import type { MergeFile } from "./merge-list.ts";

/** The image of a page: upright JPEG bytes and its size in pixels. */
export interface PageImage {
  readonly bytes: ArrayBuffer;
  readonly width: number;
  readonly height: number;
}

/** Reads a photo, turns it upright and limits it to `longestSide` pixels. Throws when the file is no image. */
export async function toPageImage(
  file: Blob,
  longestSide: number,
  { quarterTurns = 0, quality = 0.85 }: { quarterTurns?: MergeFile["quarterTurns"]; quality?: number } = {},
): Promise<PageImage> {
  const canvas = rotate(await toCanvas(file, longestSide), quarterTurns);
  const blob = await toJpeg(canvas, quality);
  return { bytes: await blob.arrayBuffer(), width: canvas.width, height: canvas.height };
}

/** Draws an upright photo on a canvas of at most `longestSide` pixels. Throws when the file is no image. */
export async function toCanvas(file: Blob, longestSide: number): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = draw(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  bitmap.close();
  return canvas;
}

/** Encodes a canvas as JPEG. Throws when the browser cannot. */
export async function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", quality);
  });
  if (!blob) throw new Error("The picture could not be drawn.");
  return blob;
}

/** Rotates by clockwise quarter turns. */
function rotate(canvas: HTMLCanvasElement, quarterTurns: MergeFile["quarterTurns"]): HTMLCanvasElement {
  if (quarterTurns === 0) return canvas;
  const isSideways = quarterTurns % 2 === 1;
  const turned = document.createElement("canvas");
  turned.width = isSideways ? canvas.height : canvas.width;
  turned.height = isSideways ? canvas.width : canvas.height;
  const context = getContext(turned);
  context.translate(turned.width / 2, turned.height / 2);
  context.rotate((quarterTurns * Math.PI) / 2);
  context.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
  return turned;
}

/** Shorter side in pixels below which a document is hard to read. */
const readableSide = 1000;
/** Variance of the Laplacian at 1000 px below which a page looks blurred; sharp pages exceed 300. */
const sharpEnough = 60;

/** Text key of a quality warning for a photographed page; undefined when it looks good. The server decides. */
export async function findQualityHint(file: File): Promise<TextKey | undefined> {
  if (!file.type.startsWith("image/")) return undefined;
  const bitmap = await createImageBitmap(file);
  const small = Math.min(bitmap.width, bitmap.height) < readableSide;
  const width = Math.min(1000, bitmap.width);
  const canvas = draw(bitmap, width, Math.max(1, Math.round((bitmap.height / bitmap.width) * width)));
  bitmap.close();
  const pixels = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
  if (pixels && toSharpness(pixels) < sharpEnough) return "file.issue-blurry";
  return small ? "file.issue-dimension" : undefined;
}

/** Variance of the Laplacian of the grey values: high for edges, low for blur. */
export function toSharpness({ data, width, height }: Pick<ImageData, "data" | "width" | "height">): number {
  const grey = new Float32Array(width * height);
  for (let at = 0; at < grey.length; at += 1)
    grey[at] = 0.299 * (data[4 * at] ?? 0) + 0.587 * (data[4 * at + 1] ?? 0) + 0.114 * (data[4 * at + 2] ?? 0);
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const edge =
        4 * (grey[at] ?? 0) -
        (grey[at - 1] ?? 0) -
        (grey[at + 1] ?? 0) -
        (grey[at - width] ?? 0) -
        (grey[at + width] ?? 0);
      sum += edge;
      squares += edge * edge;
    }
  }
  const count = Math.max(1, (width - 2) * (height - 2));
  return squares / count - (sum / count) ** 2;
}

/** Draws an image at a size on a canvas whose pixels will be read. */
export function draw(bitmap: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  getContext(canvas).drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

/** Throws when the browser has no 2D canvas. */
export function getContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("Canvas is not supported.");
  return context;
}
