import { PDFDocument, PDFName, PDFRawStream } from "pdf-lib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { toPdf, type Jpeg } from "#engine/vision/picture/jpeg-pdf.ts";

const draw = async (width: number, height: number, grey = false): Promise<Jpeg> => {
  const drawn = sharp({ create: { width, height, channels: 3, background: "#c8b090" } });
  return Uint8Array.from(
    await (grey ? drawn.toColourspace("b-w") : drawn).jpeg({ progressive: width > 500 }).toBuffer(),
  );
};

test("puts each JPEG unchanged on a page that fits A4, in order", async () => {
  const pages = [await draw(600, 800), await draw(800, 300), await draw(100, 400, true)];
  const pdf = await PDFDocument.load(toPdf(pages));
  expect(pdf.getPages().map((page) => [Math.round(page.getWidth()), Math.round(page.getHeight())])).toEqual([
    [595, 794],
    [842, 316],
    [210, 842],
  ]);
  const pictures = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream && object.dict.has(PDFName.of("Width")) ? [object] : []));
  expect(pictures.map(({ dict }) => String(dict.get(PDFName.of("ColorSpace"))))).toEqual([
    "/DeviceRGB",
    "/DeviceRGB",
    "/DeviceGray",
  ]);
  expect(pictures.every(({ contents }, i) => Buffer.compare(contents, pages[i]!) === 0)).toBe(true);
});

test("writes the offset of each object into the cross-reference table", async () => {
  const text = Buffer.from(toPdf([await draw(60, 80), await draw(80, 60)])).toString("latin1");
  const entries = [...text.slice(text.lastIndexOf("xref\n0 ")).matchAll(/(\d{10}) 00000 n/g)];
  expect(entries.map(([, at]) => text.slice(Number(at)).split(" ", 1)[0])).toEqual([
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
  ]);
  expect(text.slice(Number(/startxref\n(\d+)/.exec(text)![1])).startsWith("xref")).toBe(true);
});

test("rejects a file that is no JPEG", () => {
  expect(() => toPdf([Uint8Array.from(Buffer.from("no picture at all"))])).toThrow(/no JPEG/);
});
