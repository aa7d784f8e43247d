import { PDFiumLibrary, type PDFiumDocument, type PDFiumPage } from "@hyzyla/pdfium";
import sharp from "sharp";
import { maxPixels, maxSidePixels } from "../limits.ts";
import { pagesPerPart, type InspectRequest, type Inspection } from "./inspection.ts";
import type { FlawedPage, PageFlaw } from "./judging/flaws.ts";
import type { GreyPicture } from "#engine/picture/grey-picture.ts";
import { judgePage } from "./judging/judge.ts";
import { listImages, type PageImage } from "./page-images.ts";
import { isPdfBomb } from "./pdf-bomb.ts";
import { findDanger } from "./pdf-dangers.ts";
import { openPdf } from "./pdf-objects.ts";
import { isOddShape, judgedSide, judgePicture } from "./read-picture.ts";

/** A paper has no more; of a book the first ones are judged, and its report says so. */
const judgedPages = 120;
/** From which share of a page on its pictures are the page. */
const scannedShare = 0.25;
const wholeShare = 0.5;
/** Every PDF ends with it; more may follow. */
const endMark = "%%EOF";

let library: Promise<PDFiumLibrary> | undefined;

/** The one library of this thread. */
export const loadPdfium = (): Promise<PDFiumLibrary> => (library ??= PDFiumLibrary.init());

/** Looks into a PDF: whether it may be opened at all, unless a part of it is asked for, and the pages of that part. */
export async function inspectPdf(bytes: Buffer, request: InspectRequest): Promise<Inspection> {
  if (!request.from) {
    const fault = await findFault(bytes);
    if (fault) return { fault };
  }
  const pdfium = await loadPdfium();
  let document: PDFiumDocument;
  try {
    document = await pdfium.loadDocument(bytes);
  } catch (error) {
    return { fault: /password|security/i.test(String(error)) ? "encrypted" : "unreadable" };
  }
  try {
    const pageCount = document.getPageCount();
    if (pageCount === 0) return { fault: "unreadable" };
    return request.look ? await judgePages(pdfium, document, request) : {};
  } finally {
    document.destroy();
  }
}

async function findFault(bytes: Buffer): Promise<Inspection["fault"]> {
  // What is encrypted cannot be looked into.
  if (isEncrypted(bytes)) return "encrypted";
  const file = openPdf(bytes);
  const danger = findDanger(file);
  if (danger) return danger;
  if (await isPdfBomb(file)) return "bomb";
  // The library mends a file that was cut off, and shows what is left of it.
  return bytes.includes(endMark) ? undefined : "unreadable";
}

async function judgePages(
  pdfium: PDFiumLibrary,
  document: PDFiumDocument,
  request: InspectRequest,
): Promise<Inspection> {
  const allPages = document.getPageCount();
  const pageCount = Math.min(allPages, judgedPages);
  const from = request.from ?? 1;
  const pages: FlawedPage[] = [];
  const texts: string[] = [];
  for (let number = from; number < Math.min(from + pagesPerPart, pageCount + 1); number += 1) {
    const page = document.getPage(number - 1);
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
    if (!(width > 0 && height > 0)) return { fault: "unreadable" };
    // Before drawing: the library lets go of a page once it is drawn.
    if (request.read) texts.push(page.getText());
    const { images, isPlain } = listImages(pdfium, page);
    // Drawing the page would unpack it.
    if (
      images.some(
        (image) => Math.max(image.width, image.height) > maxSidePixels || image.width * image.height > maxPixels,
      )
    )
      return { fault: "too-large" };
    const flaws = await judgeOne(pdfium, page, { width, height }, { images, isPlain });
    if (isOddShape(width, height)) flaws.push("odd-shape");
    if (flaws.length > 0) pages.push({ page: number, flaws });
  }
  return {
    pageCount,
    pages,
    ...(allPages > pageCount && { allPages }),
    ...(request.read && { text: texts.join("\n") }),
  };
}

/** A scan is judged as it lies in the file, with the pixels it has; anything else as it is drawn. */
async function judgeOne(
  pdfium: PDFiumLibrary,
  page: PDFiumPage,
  size: { width: number; height: number },
  { images, isPlain }: ReturnType<typeof listImages>,
): Promise<PageFlaw[]> {
  const [largest, ...others] = images;
  if (largest && isPlain && largest.share > wholeShare && others.every(({ share }) => share < scannedShare)) {
    const flaws = await judgeScan(largest);
    if (flaws) {
      close(pdfium, page);
      return flaws;
    }
  }
  const covered = images.reduce((sum, { share }) => sum + share, 0);
  const drawn = isPlain && covered < scannedShare;
  const long = Math.max(size.width, size.height);
  // No more pixels than its pictures have: drawing adds none.
  const dense =
    largest && !drawn
      ? Math.sqrt((largest.width * largest.height) / (largest.share * size.width * size.height))
      : Infinity;
  const scale = Math.min(judgedSide / long, Math.max(dense, 100 / long));
  const { data, width, height } = await page.render({ scale, render: "bitmap" });
  return judgePage(toGrey(data, width, height), {
    scale: Math.max(1, Number.isFinite(dense) ? dense / scale : 1),
    drawn,
  });
}

/** Undefined for a picture that is not stored as JPEG, or not readable as one. */
async function judgeScan(image: PageImage): Promise<PageFlaw[] | undefined> {
  const { turned } = image;
  if (turned === undefined) return undefined;
  const bytes = await image.readJpeg();
  if (!bytes) return undefined;
  const found = await sharp(bytes)
    .metadata()
    .catch(() => undefined);
  if (!found) return undefined;
  // A PDF's reader does not look at what the camera said of its position.
  return judgePicture(sharp(bytes, { limitInputPixels: maxPixels, failOn: "none" }).rotate(turned), found);
}

/** As `render` does; a page that is not drawn would stay open. */
export function close(pdfium: PDFiumLibrary, page: PDFiumPage): void {
  pdfium["module"]._FPDF_ClosePage(page["pageIdx"]);
}

/** Pixels of four bytes in grey, on white. */
export function toGrey(data: Uint8Array, width: number, height: number): GreyPicture {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4) {
    const opaque = data[from + 3]! / 255;
    grey[at] = 255 - opaque * (255 - (data[from]! * 0.25 + data[from + 1]! * 0.6 + data[from + 2]! * 0.15));
  }
  return { data: grey, width, height };
}

/** An encrypted PDF says so in its trailer; even one that opens without a password hides what a verifier must see. */
function isEncrypted(bytes: Buffer): boolean {
  return /\/Encrypt\s*(?:\d+\s+\d+\s+R|<<)/.test(bytes.subarray(-65_536).toString("latin1"));
}
