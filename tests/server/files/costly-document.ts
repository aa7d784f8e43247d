import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";

/** Curves on each page, and the length of the file, whose rest is data that no page shows. */
const curves = 2500;
const sizeBytes = 586 * 1024;

/** A PDF of pages that all draw the same thousands of curves: small to send, and seconds of CPU time a page. */
export function makeCostlyPdf(seed = 1, pageCount = 120): Buffer {
  let state = seed;
  const next = (max: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % max;
  };
  const point = () => `${next(595)} ${next(842)}`;
  const drawing = Array.from(
    { length: curves },
    () => `0.${next(10)} 0.${next(10)} 0.5 rg ${point()} m ${point()} ${point()} ${point()} c f*`,
  ).join("\n");
  const content = deflateSync(Buffer.from(drawing));
  const kids = Array.from({ length: pageCount }, (_, page) => `${page + 5} 0 R`).join(" ");
  const parts: (string | Buffer)[] = [
    "%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n",
    `2 0 obj\n<</Type/Pages/Kids[${kids}]/Count ${pageCount}>>\nendobj\n`,
    `3 0 obj\n<</Length ${content.length}/Filter/FlateDecode>>stream\n`,
    content,
    "\nendstream\nendobj\n",
    ...Array.from(
      { length: pageCount },
      (_, page) => `${page + 5} 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 3 0 R>>\nendobj\n`,
    ),
    `trailer\n<</Size ${pageCount + 5}/Root 1 0 R>>\n%%EOF\n`,
  ];
  const pdf = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const rest = Math.max(0, sizeBytes - pdf.length - 2);
  return Buffer.concat([pdf, Buffer.from(`\n%${randomBytes(rest).toString("hex").slice(0, rest)}`)]);
}
