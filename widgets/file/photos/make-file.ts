import { toPdf } from "#engine/vision/picture/jpeg-pdf.ts";
import { maxSizeBytes, minSizeBytes } from "../file-rules.ts";
import { toPageImage, type PageImage } from "../merge/page-image.ts";
import { getVisibleImage, type PhotoPage } from "./photo-page.ts";

/** Default longest side in pixels and JPEG quality of a page. */
const standard = { side: 2400, quality: 0.85 };
/** Fallbacks for a file above the size limit, and for one below the minimum. */
const smaller = [
  { side: 1800, quality: 0.8 },
  { side: 1300, quality: 0.75 },
  { side: 1000, quality: 0.65 },
];
const larger = [
  { side: 2400, quality: 0.95 },
  { side: 2400, quality: 1 },
];

export interface FileToMake {
  /** Without its extension. */
  readonly name: string;
  readonly asPdf: boolean;
  readonly anySize: boolean;
  readonly now: number;
}

type Read = (page: PhotoPage, settings: { side: number; quality: number }) => Promise<PageImage>;
const readPage: Read = (page, { side, quality }) =>
  toPageImage(getVisibleImage(page), side, { quarterTurns: page.quarterTurns, quality });

/** Makes one file of the pages in order: a PDF, or the first page as an image. Throws when a page cannot be drawn. */
export async function makeFile(pages: readonly PhotoPage[], file: FileToMake, read = readPage): Promise<File> {
  let made = await makeAt(standard);
  if (made.size > maxSizeBytes)
    for (const settings of smaller) if (made.size > maxSizeBytes) made = await makeAt(settings);
  if (made.size < minSizeBytes && !file.anySize)
    for (const settings of larger) if (made.size < minSizeBytes) made = await makeAt(settings);
  return made;

  async function makeAt(settings: typeof standard): Promise<File> {
    const jpegs: Uint8Array<ArrayBuffer>[] = [];
    for (const page of pages) jpegs.push(new Uint8Array((await read(page, settings)).bytes));
    const bytes = file.asPdf ? toPdf(jpegs) : jpegs[0]!;
    return new File([bytes], `${file.name}.${file.asPdf ? "pdf" : "jpg"}`, {
      type: file.asPdf ? "application/pdf" : "image/jpeg",
      lastModified: file.now,
    });
  }
}
