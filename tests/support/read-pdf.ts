import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PDFiumLibrary } from "@hyzyla/pdfium";

// An explicit path, because the library takes a headless page for a browser and would fetch the file.
const wasm = fileURLToPath(import.meta.resolve("@hyzyla/pdfium/pdfium.wasm"));

/** Text lines of a PDF, page by page, without empty lines. */
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

/** The whole text of a PDF with single spaces. */
export const readPdf = async (bytes: Uint8Array): Promise<string> => (await readPdfLines(bytes)).join(" ");
