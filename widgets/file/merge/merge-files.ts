import { degrees, PDFDocument } from "pdf-lib";
import { maxSizeBytes } from "../file-rules.ts";
import { toPageImage, type PageImage } from "./page-image.ts";
import type { MergeFile } from "./merge-list.ts";

/** A file that cannot be merged; `index` is its position, from 0. */
export class MergeError extends Error {
  readonly index: number;
  constructor(entry: number, cause: unknown) {
    super("A file cannot be read.", { cause });
    this.index = entry;
  }
}

/** Longest side of a page in pixels; the next one is tried while the PDF exceeds the size limit. */
const longestSides = [2400, 1800, 1300];
/** Height of an A4 page in points, so that a photographed page prints at about that size. */
const pageHeight = 842;

/** Merges the files in order into one PDF called `name`. Throws MergeError for a locked or broken file. */
export async function mergeFiles(
  entries: readonly MergeFile[],
  name: string,
  read: (file: File, longestSide: number) => Promise<PageImage> = toPageImage,
): Promise<File> {
  let merged = new File([], name, { type: "application/pdf" });
  for (const side of longestSides) {
    merged = await mergeAt(entries, name, (file) => read(file, side));
    if (merged.size <= maxSizeBytes) return merged;
  }
  return merged;
}

async function mergeAt(
  entries: readonly MergeFile[],
  name: string,
  read: (file: File) => Promise<PageImage>,
): Promise<File> {
  const whole = await PDFDocument.create();
  for (const [index, entry] of entries.entries()) {
    try {
      if (entry.file.type === "application/pdf") await addPdf(whole, entry);
      else await addPicture(whole, entry, read);
    } catch (error) {
      throw new MergeError(index, error);
    }
  }
  const bytes = await whole.save();
  return new File([bytes as Uint8Array<ArrayBuffer>], name, { type: "application/pdf" });
}

async function addPdf(whole: PDFDocument, { file, quarterTurns }: MergeFile): Promise<void> {
  const part = await PDFDocument.load(await file.arrayBuffer());
  for (const page of await whole.copyPages(part, part.getPageIndices())) {
    page.setRotation(degrees((page.getRotation().angle + 90 * quarterTurns) % 360));
    whole.addPage(page);
  }
}

async function addPicture(
  whole: PDFDocument,
  { file, quarterTurns }: MergeFile,
  read: (file: File) => Promise<PageImage>,
): Promise<void> {
  const { bytes, width, height } = await read(file);
  const picture = await whole.embedJpg(bytes);
  const scale = pageHeight / Math.max(width, height);
  const page = whole.addPage([width * scale, height * scale]);
  page.drawImage(picture, { x: 0, y: 0, width: width * scale, height: height * scale });
  page.setRotation(degrees(90 * quarterTurns));
}
