import sharp, { type Sharp } from "sharp";
import { maxPixels, type ContentType } from "../limits.ts";
import type { InspectRequest } from "./inspection.ts";
import { judgePage } from "./judging/judge.ts";
import { listImages } from "./page-images.ts";
import { judgedSide } from "./read-picture.ts";
import { close, loadPdfium, toGrey } from "./read-pdf.ts";

/** Longest side that is read: ten-point letters of an A4 page are twenty pixels high, and more helps no reader. */
const readSide = 2000;
/** From which share of a page on a picture is the page. */
const wholeShare = 0.5;

/** A page for a reader: as it lies in the file where it is a scan, grey, no larger than helps, and set upright. */
export async function drawPage(
  bytes: Buffer,
  contentType: ContentType,
  { page, lies }: NonNullable<InspectRequest["draw"]>,
): Promise<Uint8Array> {
  const image = contentType === "application/pdf" ? await takePage(bytes, page) : open(bytes).autoOrient();
  const grey = await image
    .flatten({ background: "#ffffff" })
    .greyscale()
    .resize({ width: readSide, height: readSide, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();
  if (lies === undefined) return grey;
  if (lies === "upside-down") return turn(grey, 180);
  // Lines that run upwards may begin at the foot or at the head: a quarter turn leaves the page upright or on its head.
  const turned = await turn(grey, 90);
  return (await isOnItsHead(turned)) ? turn(turned, 180) : turned;
}

const open = (bytes: Buffer): Sharp => sharp(bytes, { limitInputPixels: maxPixels, failOn: "none" });
const turn = (picture: Buffer, degrees: number): Promise<Buffer> =>
  sharp(picture).rotate(degrees).png({ compressionLevel: 1 }).toBuffer();

async function isOnItsHead(picture: Buffer): Promise<boolean> {
  const { data, info } = await sharp(picture)
    .resize({ width: judgedSide, height: judgedSide, fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = new Uint8Array(info.width * info.height);
  for (let at = 0; at < grey.length; at += 1) grey[at] = data[at * info.channels]!;
  return judgePage({ data: grey, width: info.width, height: info.height }, { scale: 1 }).includes("upside-down");
}

async function takePage(bytes: Buffer, number: number): Promise<Sharp> {
  const pdfium = await loadPdfium();
  const document = await pdfium.loadDocument(bytes);
  try {
    const page = document.getPage(number - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const [largest] = listImages(pdfium, page).images;
    const jpeg =
      largest && largest.share > wholeShare && largest.turned !== undefined ? await largest.readJpeg() : undefined;
    if (jpeg && largest) {
      close(pdfium, page);
      return open(jpeg).rotate(largest.turned);
    }
    const scale = readSide / Math.max(originalWidth, originalHeight);
    const { data, width, height } = await page.render({ scale, render: "bitmap" });
    return sharp(toGrey(data, width, height).data, { raw: { width, height, channels: 1 } });
  } finally {
    document.destroy();
  }
}
