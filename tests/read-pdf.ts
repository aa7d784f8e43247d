import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PDFiumLibrary } from "@hyzyla/pdfium";

// Told where it is: where a page is played without a browser, the library takes itself to be in one.
const wasm = fileURLToPath(import.meta.resolve("@hyzyla/pdfium/pdfium.wasm"));

/** The words of a PDF as its lines stand, page by page; none is empty. */
export async function readPdfLines(bytes: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(await readFile(wasm)).buffer });
  const document = await library.loadDocument(bytes);
  try {
    const lines = [...document.pages()].flatMap((page) => page.getText().split(/\r?\n/));
    return lines.map((line) => line.replace(/\s+/g, " ").trim()).filter(Boolean);
  } finally {
    document.destroy();
    library.destroy();
  }
}

/** All its words, with single blanks between them. */
export const readPdf = async (bytes: Uint8Array): Promise<string> => (await readPdfLines(bytes)).join(" ");
