import { PDFiumLibrary } from "@hyzyla/pdfium";

/** The words of a PDF, page by page, with single blanks between them. */
export async function readPdf(bytes: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  try {
    const pages = [...document.pages()].map((page) => page.getText());
    return pages.join("\n").replace(/\s+/g, " ");
  } finally {
    document.destroy();
    library.destroy();
  }
}
