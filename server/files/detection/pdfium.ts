import { PDFiumLibrary, type PDFiumDocument, type PDFiumPage } from "@hyzyla/pdfium";

let library: Promise<PDFiumLibrary> | undefined;

/** Returns this thread's PDFium. */
export const loadPdfium = (): Promise<PDFiumLibrary> => (library ??= PDFiumLibrary.init());

/** Closes a page. `render` does so itself; a page that is not rendered would stay open. */
export function closePage(pdfium: PDFiumLibrary, page: PDFiumPage): void {
  pdfium["module"]._FPDF_ClosePage(page["pageIdx"]);
}

/** Functions of PDFium for which the library has no types (fpdfview.h, fpdf_formfill.h, fpdf_save.h). */
interface Documents {
  _FPDF_GetSecurityHandlerRevision(document: number): number;
  _FPDF_GetFormType(document: number): number;
  _FPDF_SaveAsCopy(document: number, writer: number, flags: number): number;
  HEAPU8: Uint8Array;
  wasmExports: {
    malloc(size: number): number;
    free(at: number): void;
    __indirect_function_table: WebAssembly.Table;
  };
}
const toDocuments = (pdfium: PDFiumLibrary) => pdfium["module"] as unknown as Documents;

/** Returns whether a document is encrypted. It was opened without a password, so it only restricts use. */
export const isEncrypted = (pdfium: PDFiumLibrary, document: PDFiumDocument): boolean =>
  toDocuments(pdfium)._FPDF_GetSecurityHandlerRevision(document["documentIdx"]) >= 0;

/** FORMTYPE_XFA_FULL: the pages are drawn by a form engine that only Adobe's readers have. */
const dynamicForm = 2;

/** Returns whether a document shows "Please wait" in place of its content, except in Adobe's readers. */
export const isDynamicForm = (pdfium: PDFiumLibrary, document: PDFiumDocument): boolean =>
  toDocuments(pdfium)._FPDF_GetFormType(document["documentIdx"]) === dynamicForm;

const removeSecurity = 3;
/** A WebAssembly module that exports the function imported as e.f: (i32, i32, i32) → i32. */
const trampoline = Buffer.from("0061736d010000000108016003" + "7f7f7f017f" + "02070101650166000007050101660000", "hex");

/**
 * Returns a copy of a document without encryption. PDFium writes through a function pointer. Its table cannot grow, so
 * the writer borrows entry 0, the null pointer, for the time of the call.
 */
export function removeEncryption(pdfium: PDFiumLibrary, document: PDFiumDocument): Buffer {
  const documents = toDocuments(pdfium);
  const { malloc, free, __indirect_function_table: table } = documents.wasmExports;
  const parts: Buffer[] = [];
  const write = (_writer: number, at: number, size: number): number => {
    parts.push(Buffer.from(documents.HEAPU8.subarray(at, at + size)));
    return 1;
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(trampoline), { e: { f: write } });
  // FPDF_FILEWRITE: version and function pointer.
  const writer = malloc(8);
  new DataView(documents.HEAPU8.buffer, writer, 8).setInt32(0, 1, true);
  new DataView(documents.HEAPU8.buffer, writer, 8).setInt32(4, 0, true);
  try {
    table.set(0, instance.exports["f"]);
    if (!documents._FPDF_SaveAsCopy(document["documentIdx"], writer, removeSecurity))
      throw new Error("This PDF cannot be decrypted.");
  } finally {
    table.set(0, null);
    free(writer);
  }
  return Buffer.concat(parts);
}
