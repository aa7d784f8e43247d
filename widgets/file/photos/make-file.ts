import { toPdf } from "#engine/picture/jpeg-pdf.ts";
import { maxSizeBytes, minSizeBytes } from "../file-rules.ts";
import { toPagePicture, type PagePicture } from "../parts/page-picture.ts";
import { toPicture, type PaperPage } from "./paper-page.ts";

/** Longest side in pixels and quality of a page's JPEG, as it is sent when nothing is in the way. */
const usual = { side: 2400, quality: 0.85 };
/** What is tried for a file that would be larger than one may be, and for one that would be smaller. */
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
  /** Without its ending. */
  readonly name: string;
  readonly asPdf: boolean;
  readonly anySize: boolean;
  readonly now: number;
}

type Read = (page: PaperPage, look: { side: number; quality: number }) => Promise<PagePicture>;
const readPage: Read = (page, { side, quality }) =>
  toPagePicture(toPicture(page), side, { turns: page.turns, quality });

/** The pages in their order as the one file that is sent: a PDF, or the first alone as a picture. Throws when one cannot be drawn. */
export async function makeFile(pages: readonly PaperPage[], file: FileToMake, read = readPage): Promise<File> {
  let made = await makeAt(usual);
  if (made.size > maxSizeBytes) for (const look of smaller) if (made.size > maxSizeBytes) made = await makeAt(look);
  if (made.size < minSizeBytes && !file.anySize)
    for (const look of larger) if (made.size < minSizeBytes) made = await makeAt(look);
  return made;

  async function makeAt(look: typeof usual): Promise<File> {
    const jpegs: Uint8Array<ArrayBuffer>[] = [];
    for (const page of pages) jpegs.push(new Uint8Array((await read(page, look)).bytes));
    const bytes = file.asPdf ? toPdf(jpegs) : jpegs[0]!;
    return new File([bytes], `${file.name}.${file.asPdf ? "pdf" : "jpg"}`, {
      type: file.asPdf ? "application/pdf" : "image/jpeg",
      lastModified: file.now,
    });
  }
}
