import { readPdfLines } from "../../support/read-pdf.ts";

/** A file that a candidate was given to keep. */
export interface DownloadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What they say, one after the other, a line each. */
export async function toDownloadLines(files: readonly Promise<DownloadedFile>[]): Promise<string[]> {
  return (await Promise.all(files.map(async (file) => toLines(await file)))).flat();
}

/** What one says after its name: the words of a PDF, what a JSON document holds; nothing of any other. */
async function toLines({ name, bytes }: DownloadedFile): Promise<string[]> {
  const said = await readContent(name, bytes);
  return [name, ...said.map((line) => `  ${line}`)];
}

function readContent(name: string, bytes: Uint8Array): Promise<string[]> | string[] {
  if (name.endsWith(".pdf")) return readPdfLines(bytes);
  if (name.endsWith(".json")) return toPlaces(JSON.parse(Buffer.from(bytes).toString("utf8")));
  return [];
}

/** Where something stands in a document, as pointers; the elements of a list are one place. What stands there differs each time. */
function toPlaces(value: unknown): string[] {
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
