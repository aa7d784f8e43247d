import sharp from "sharp";
import type { Inspection } from "./inspection.ts";
import { loadPdfium } from "./pdfium.ts";

/** Longest side: sharp on a desktop at twice the width of the viewer. */
const drawnSide = 1800;

/** Draws a page of a PDF (from 1) in colour as a JPEG, and counts the pages; only counts them without a page. */
export async function drawPage(bytes: Buffer, { page: number }: { page?: number }): Promise<Inspection> {
  const pdfium = await loadPdfium();
  const document = await pdfium.loadDocument(bytes);
  try {
    const pageCount = document.getPageCount();
    if (number === undefined || number > pageCount) return { pageCount };
    const page = document.getPage(number - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = drawnSide / Math.max(originalWidth, originalHeight);
    const { data, width, height } = await page.render({ scale, render: "bitmap" });
    const image = await sharp(data, { raw: { width, height, channels: 4 } })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 82 })
      .toBuffer();
    return { pageCount, image };
  } finally {
    document.destroy();
  }
}
