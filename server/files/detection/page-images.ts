import { PDFiumImageObject, type PDFiumLibrary, type PDFiumPage } from "@hyzyla/pdfium";

/** A picture that is drawn on a page of a PDF. */
export interface PageImage {
  /** Share of the page that it covers. */
  share: number;
  width: number;
  height: number;
  /** Degrees, clockwise, that it is turned when the page is shown; undefined where it is mirrored or askew. */
  turned: number | undefined;
  /** The JPEG file as it lies in the PDF; undefined for any other kind. */
  readJpeg(): Promise<Buffer | undefined>;
}

/** Functions of PDFium that the library carries and gives no types for (fpdf_edit.h). */
interface Geometry {
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number;
  _FPDFImageObj_GetImagePixelSize(object: number, width: number, height: number): number;
  _FPDFPage_GetRotation(page: number): number;
  HEAPU8: Uint8Array;
  wasmExports: { malloc(size: number): number; free(at: number): void };
}

/** The pictures on a page, largest first. `isPlain`: nothing but pictures and text is drawn. */
export function listImages(library: PDFiumLibrary, page: PDFiumPage): { images: PageImage[]; isPlain: boolean } {
  const geometry = library["module"] as unknown as Geometry;
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const rotation = geometry._FPDFPage_GetRotation(page["pageIdx"]) * 90;
  const images: PageImage[] = [];
  let isPlain = true;
  for (const object of page.objects()) {
    if (object.type === "form" || object.type === "shading") isPlain = false;
    if (!(object instanceof PDFiumImageObject)) continue;
    const [a, b, c, d, width, height] = readPlace(geometry, object["objectIdx"]);
    const area = a * d - b * c;
    const angle = (Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360;
    images.push({
      share: Math.abs(area) / (originalWidth * originalHeight),
      width,
      height,
      turned: area > 0 && angle % 90 === 0 ? (rotation - angle + 360) % 360 : undefined,
      readJpeg: async () => {
        const { data, filters } = await object.getImageDataRaw();
        return filters.length === 1 && filters[0] === "DCTDecode" ? Buffer.from(data) : undefined;
      },
    });
  }
  return { images: images.sort((one, other) => other.share - one.share), isPlain };
}

/** The four numbers that turn and stretch a picture into its place, and its size in pixels. */
function readPlace(geometry: Geometry, object: number): [number, number, number, number, number, number] {
  const at = geometry.wasmExports.malloc(32);
  try {
    geometry._FPDFPageObj_GetMatrix(object, at);
    geometry._FPDFImageObj_GetImagePixelSize(object, at + 24, at + 28);
    // The memory may have moved since: the view is made afterwards.
    const view = new DataView(geometry.HEAPU8.buffer, at, 32);
    const float = (index: number) => view.getFloat32(index * 4, true);
    return [float(0), float(1), float(2), float(3), view.getUint32(24, true), view.getUint32(28, true)];
  } finally {
    geometry.wasmExports.free(at);
  }
}
