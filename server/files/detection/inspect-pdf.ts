import type { PDFiumDocument, PDFiumLibrary, PDFiumPage } from "@hyzyla/pdfium";
import sharp from "sharp";
import { maxPixels, maxSidePixels } from "../limits.ts";
import { pagesPerPart, sliceMs, type InspectRequest, type Inspection } from "./inspection.ts";
import type { FlawedPage, PageFlaw } from "./image-quality/flaws.ts";
import type { GreyImage } from "#engine/vision/picture/grey-image.ts";
import { assessPage } from "./image-quality/assess.ts";
import { listImages, type PageImage } from "./page-images.ts";
import { isPdfBomb } from "./pdf-bomb.ts";
import { findDanger } from "./pdf-dangers.ts";
import { openPdf, TooManyObjects, type PdfFile } from "./pdf-objects.ts";
import { findPageTreeFault } from "./pdf-page-tree.ts";
import { closePage, isDynamicForm, isEncrypted, loadPdfium, removeEncryption } from "./pdfium.ts";
import { hasUnusualProportions, assessedSide, assessImage } from "./inspect-image.ts";

/** More pages than a document has. Of a book, only these are assessed, and the report states so. */
const assessedPages = 120;
/** Images that cover this share of a page make it a scan. */
const scannedShare = 0.25;
const wholeShare = 0.5;
/** Marks the end of a PDF. More may follow. */
const endMark = "%%EOF";

/** Inspects a PDF: the file itself, unless the request is for a later part, and the pages of one part. */
export async function inspectPdf(bytes: Buffer, request: InspectRequest): Promise<Inspection> {
  const startedAt = performance.now();
  const isFirst = request.fromPage === undefined;
  // An encrypted file is checked again below, after PDFium has decrypted it.
  const claimsEncryption = bytes.includes("/Encrypt");
  if (isFirst) {
    const fault = await findFault(bytes, { skipsObjectStreams: claimsEncryption });
    if (fault) return { fault };
    // PDFium repairs a truncated file and shows what is left of it.
    if (!bytes.includes(endMark)) return { fault: "unreadable" };
  }
  const pdfium = await loadPdfium();
  let document: PDFiumDocument;
  try {
    document = await pdfium.loadDocument(bytes);
  } catch (error) {
    return { fault: /password|security/i.test(String(error)) ? "encrypted" : "unreadable" };
  }
  try {
    // PDFium also finds an entry whose name is written with escapes.
    const isSealed = isFirst && isEncrypted(pdfium, document);
    if (isFirst && (claimsEncryption || isSealed)) {
      const fault = await findFault(isSealed ? removeEncryption(pdfium, document) : bytes);
      if (fault) return { fault };
    }
    if (document.getPageCount() === 0) return { fault: "unreadable" };
    return request.assessQuality ? await assessPages(pdfium, document, { request, startedAt }) : {};
  } finally {
    document.destroy();
  }
}

async function findFault(bytes: Buffer, options?: { skipsObjectStreams: boolean }): Promise<Inspection["fault"]> {
  let file: PdfFile;
  try {
    file = openPdf(bytes, options);
  } catch (error) {
    if (error instanceof TooManyObjects) return "bomb";
    throw error;
  }
  return findDanger(file) ?? findPageTreeFault(file) ?? ((await isPdfBomb(file)) ? "bomb" : undefined);
}

async function assessPages(
  pdfium: PDFiumLibrary,
  document: PDFiumDocument,
  { request, startedAt }: { request: InspectRequest; startedAt: number },
): Promise<Inspection> {
  const totalPages = document.getPageCount();
  const pageCount = Math.min(totalPages, assessedPages);
  const fromPage = request.fromPage ?? 1;
  const lastPage = Math.min(fromPage + (request.pages ?? pagesPerPart) - 1, pageCount);
  const pages: FlawedPage[] = [];
  const texts: string[] = [];
  let pixels = 0;
  let number = fromPage;
  for (; number <= lastPage; number += 1) {
    if (number > fromPage && performance.now() - startedAt > sliceMs) break;
    const page = document.getPage(number - 1);
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
    if (!(width > 0 && height > 0)) return { fault: "unreadable" };
    // Before rendering, which closes the page.
    if (request.extractText) texts.push(page.getText());
    const { images, isPlain } = listImages(pdfium, page);
    // Rendering the page would decode it.
    if (
      images.some(
        (image) => Math.max(image.width, image.height) > maxSidePixels || image.width * image.height > maxPixels,
      )
    )
      return { fault: "too-large" };
    pixels += images.reduce((sum, image) => sum + image.width * image.height, 0);
    const flaws = await assessPdfPage(pdfium, page, { width, height }, { images, isPlain });
    if (hasUnusualProportions(width, height)) flaws.push("wrong-proportions");
    if (flaws.length > 0) pages.push({ page: number, flaws });
  }
  return {
    pageCount,
    pages,
    ...(totalPages > pageCount && { totalPages }),
    ...(fromPage === 1 && isDynamicForm(pdfium, document) && { isDynamicForm: true }),
    ...(request.extractText && { text: texts.join("\n") }),
    ...(pixels > 0 && { pixels }),
    ...(number <= lastPage && { nextPage: number, lastPage }),
  };
}

/** Assesses a scan by its embedded image, and any other page as rendered. */
async function assessPdfPage(
  pdfium: PDFiumLibrary,
  page: PDFiumPage,
  size: { width: number; height: number },
  { images, isPlain }: ReturnType<typeof listImages>,
): Promise<PageFlaw[]> {
  const [largest, ...others] = images;
  if (largest && isPlain && largest.share > wholeShare && others.every(({ share }) => share < scannedShare)) {
    const flaws = await assessScan(largest);
    if (flaws) {
      closePage(pdfium, page);
      return flaws;
    }
  }
  const covered = images.reduce((sum, { share }) => sum + share, 0);
  const isRendered = isPlain && covered < scannedShare;
  const long = Math.max(size.width, size.height);
  // No more pixels than the page's images have.
  const density =
    largest && !isRendered
      ? Math.sqrt((largest.width * largest.height) / (largest.share * size.width * size.height))
      : Infinity;
  const scale = Math.min(assessedSide / long, Math.max(density, 100 / long));
  const { data, width, height } = await page.render({ scale, render: "bitmap" });
  return assessPage(toGrey(data, width, height), {
    scale: Math.max(1, Number.isFinite(density) ? density / scale : 1),
    isRendered,
  });
}

/** Returns undefined for an image that is not stored as JPEG, or is damaged. */
async function assessScan(image: PageImage): Promise<PageFlaw[] | undefined> {
  const { rotation } = image;
  if (rotation === undefined) return undefined;
  const bytes = await image.readJpeg();
  if (!bytes) return undefined;
  const found = await sharp(bytes)
    .metadata()
    .catch(() => undefined);
  if (!found) return undefined;
  // PDF readers ignore the orientation that the camera recorded.
  return assessImage(sharp(bytes, { limitInputPixels: maxPixels, failOn: "none" }).rotate(rotation), found);
}

/** Converts RGBA pixels to grey on white. */
export function toGrey(data: Uint8Array, width: number, height: number): GreyImage {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4) {
    const opaque = data[from + 3]! / 255;
    grey[at] = 255 - opaque * (255 - (data[from]! * 0.25 + data[from + 1]! * 0.6 + data[from + 2]! * 0.15));
  }
  return { data: grey, width, height };
}
