import { readPdfLines } from "../../support/read-pdf.ts";

/** A file that the candidate downloaded. */
export interface DownloadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Lines that describe the files, in order. */
export async function toDownloadLines(files: readonly Promise<DownloadedFile>[]): Promise<string[]> {
  return (await Promise.all(files.map(async (file) => toLines(await file)))).flat();
}

/** The name of a file, then the text of a PDF or the pointers of a JSON document. */
async function toLines({ name, bytes }: DownloadedFile): Promise<string[]> {
  const content = await readContent(name, bytes);
  return [name, ...content.map((line) => `  ${line}`)];
}

function readContent(name: string, bytes: Uint8Array): Promise<string[]> | string[] {
  if (name.endsWith(".pdf")) return readPdfLines(bytes);
  if (name.endsWith(".json")) return toPointers(JSON.parse(Buffer.from(bytes).toString("utf8")));
  return [];
}

/** JSON pointers of all values. Items of a list share one pointer. Values differ from run to run. */
function toPointers(value: unknown): string[] {
  const places = new Set<string>();
  const walk = (part: unknown, at: string): void => {
    if (Array.isArray(part)) for (const element of part) walk(element, `${at}/-`);
    else if (typeof part === "object" && part !== null)
      for (const [key, inner] of Object.entries(part)) walk(inner, `${at}/${key}`);
    else places.add(at);
  };
  walk(value, "");
  return [...places].sort();
}
