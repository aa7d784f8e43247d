import sharp, { type Sharp } from "sharp";
import { maxPixels, type ContentType } from "../limits.ts";
import type { InspectRequest } from "./inspection.ts";
import { assessPage } from "./image-quality/assess.ts";
import { listImages } from "./page-images.ts";
import { assessedSide } from "./inspect-image.ts";
import { toGrey } from "./inspect-pdf.ts";
import { closePage, loadPdfium } from "./pdfium.ts";

/** Longest side for OCR: ten-point letters of an A4 page are twenty pixels high, and more does not help. */
const ocrSide = 2000;
/** An image that covers this share of a page is the page. */
const wholePageShare = 0.5;

/** Renders a page for OCR: an embedded scan as stored, in grey, reduced and upright. */
export async function renderPage(
  bytes: Buffer,
  contentType: ContentType,
  { page, rotation }: NonNullable<InspectRequest["render"]>,
): Promise<Uint8Array> {
  const image = contentType === "application/pdf" ? await loadPage(bytes, page) : open(bytes).autoOrient();
  const grey = await image
    .flatten({ background: "#ffffff" })
    .greyscale()
    .resize({ width: ocrSide, height: ocrSide, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();
  if (rotation === undefined) return grey;
  if (rotation === "upside-down") return rotate(grey, 180);
  // A quarter turn leaves the page upright or upside down.
  const rotated = await rotate(grey, 90);
  return (await isUpsideDown(rotated)) ? rotate(rotated, 180) : rotated;
}

const open = (bytes: Buffer): Sharp => sharp(bytes, { limitInputPixels: maxPixels, failOn: "none" });
const rotate = (image: Buffer, degrees: number): Promise<Buffer> =>
  sharp(image).rotate(degrees).png({ compressionLevel: 1 }).toBuffer();

async function isUpsideDown(image: Buffer): Promise<boolean> {
  const { data, info } = await sharp(image)
    .resize({ width: assessedSide, height: assessedSide, fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = new Uint8Array(info.width * info.height);
  for (let at = 0; at < grey.length; at += 1) grey[at] = data[at * info.channels]!;
  return assessPage({ data: grey, width: info.width, height: info.height }, { scale: 1 }).includes("upside-down");
}

async function loadPage(bytes: Buffer, number: number): Promise<Sharp> {
  const pdfium = await loadPdfium();
  const document = await pdfium.loadDocument(bytes);
  try {
    const page = document.getPage(number - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const [largest] = listImages(pdfium, page).images;
    const jpeg =
      largest && largest.share > wholePageShare && largest.rotation !== undefined
        ? await largest.readJpeg()
        : undefined;
    if (jpeg && largest) {
      closePage(pdfium, page);
      return open(jpeg).rotate(largest.rotation);
    }
    const scale = ocrSide / Math.max(originalWidth, originalHeight);
    const { data, width, height } = await page.render({ scale, render: "bitmap" });
    return sharp(toGrey(data, width, height).data, { raw: { width, height, channels: 1 } });
  } finally {
    document.destroy();
  }
}
