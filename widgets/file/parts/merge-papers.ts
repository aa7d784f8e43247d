import { degrees, PDFDocument } from "pdf-lib";
import { maxSizeBytes } from "../file-rules.ts";
import { toPagePicture, type PagePicture } from "./page-picture.ts";
import type { Paper } from "./pages.ts";

/** A paper that cannot be merged; `paper` is its place in the list, from 0. */
export class PaperError extends Error {
  readonly paper: number;
  constructor(paper: number, cause: unknown) {
    super("A paper cannot be read.", { cause });
    this.paper = paper;
  }
}

/** Longest side of a photographed page in pixels; the next one when the whole is larger than a file may be. */
const longestSides = [2400, 1800, 1300];
/** Pixels to points, so that a photographed page prints about the size of a sheet. */
const pageHeight = 842;

/** Papers in their order as one PDF named `name`. Throws PaperError for one that is locked or broken. */
export async function mergePapers(
  papers: readonly Paper[],
  name: string,
  read: (file: File, longestSide: number) => Promise<PagePicture> = toPagePicture,
): Promise<File> {
  let merged = new File([], name, { type: "application/pdf" });
  for (const side of longestSides) {
    merged = await mergeAt(papers, name, (file) => read(file, side));
    if (merged.size <= maxSizeBytes) return merged;
  }
  return merged;
}

async function mergeAt(
  papers: readonly Paper[],
  name: string,
  read: (file: File) => Promise<PagePicture>,
): Promise<File> {
  const whole = await PDFDocument.create();
  for (const [index, paper] of papers.entries()) {
    try {
      if (paper.file.type === "application/pdf") await addPdf(whole, paper);
      else await addPicture(whole, paper, read);
    } catch (error) {
      throw new PaperError(index, error);
    }
  }
  const bytes = await whole.save();
  return new File([bytes as Uint8Array<ArrayBuffer>], name, { type: "application/pdf" });
}

async function addPdf(whole: PDFDocument, { file, turns }: Paper): Promise<void> {
  const part = await PDFDocument.load(await file.arrayBuffer());
  for (const page of await whole.copyPages(part, part.getPageIndices())) {
    page.setRotation(degrees((page.getRotation().angle + 90 * turns) % 360));
    whole.addPage(page);
  }
}

async function addPicture(
  whole: PDFDocument,
  { file, turns }: Paper,
  read: (file: File) => Promise<PagePicture>,
): Promise<void> {
  const { bytes, width, height } = await read(file);
  const picture = await whole.embedJpg(bytes);
  const scale = pageHeight / Math.max(width, height);
  const page = whole.addPage([width * scale, height * scale]);
  page.drawImage(picture, { x: 0, y: 0, width: width * scale, height: height * scale });
  page.setRotation(degrees(90 * turns));
}
