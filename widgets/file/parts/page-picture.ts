import type { TextKey } from "#engine/documents/text-keys.ts";
/** A picture as it goes into a page: upright JPEG bytes and its size in pixels. */
export interface PagePicture {
  readonly bytes: ArrayBuffer;
  readonly width: number;
  readonly height: number;
}

/** Reads a photo as its camera meant it (turned upright) and no larger than `longestSide` pixels. Throws when it is no picture. */
export async function toPagePicture(file: File, longestSide: number): Promise<PagePicture> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = draw(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", 0.85);
  });
  if (!blob) throw new Error("The picture could not be drawn.");
  return { bytes: await blob.arrayBuffer(), width: canvas.width, height: canvas.height };
}

/** Shorter side in pixels below which a paper is hard to read. */
const readableSide = 1000;
/** Variance of the Laplacian at 1000 px below which a page looks blurred (sharp pages are above 300). */
const sharpEnough = 60;

/** The text that warns about a photographed page, undefined when it looks well. A hint only: the server judges. */
export async function findPageHint(file: File): Promise<TextKey | undefined> {
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

/** Variance of the Laplacian of the grey values: edges make it large, blur makes it small. */
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

function draw(bitmap: ImageBitmap, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("Canvas is not supported.");
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}
