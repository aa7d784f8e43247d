import type { ContentType } from "../limits.ts";

const markup = /<(?:!doctype\s+html|html|head|body|script|iframe|svg|\?php)[\s>/]/i;
const pdfMark = "%PDF-";
/** As far as readers of PDF look for its mark. */
const pdfReach = 1024;
const zipEntry = "PK\u0003\u0004";
const zipEnd = "PK\u0005\u0006";
/** The end of a ZIP and the longest comment behind it. */
const zipReach = 22 + 65_535;

/** Whether a file is of a second kind beside its own: a page, a program's archive, a PDF inside a picture. Whoever opens it by its other name would run it. */
export function isPolyglot(bytes: Buffer, contentType: ContentType): boolean {
  if (contentType !== "application/pdf" && bytes.subarray(0, pdfReach).includes(pdfMark, 0, "latin1")) return true;
  if (bytes.subarray(-zipReach).includes(zipEnd, 0, "latin1") && bytes.includes(zipEntry, 0, "latin1")) return true;
  return markup.test(bytes.toString("latin1"));
}
