import { PDFiumImageObject, type PDFiumLibrary, type PDFiumPage } from "@hyzyla/pdfium";

/** An image on a page of a PDF. */
export interface PageImage {
  /** Share of the page that it covers. */
  share: number;
  width: number;
  height: number;
  /** Clockwise rotation in degrees when the page is displayed. Undefined when mirrored or skewed. */
  rotation: number | undefined;
  /** The embedded JPEG file. Undefined for other encodings. */
  readJpeg(): Promise<Buffer | undefined>;
}

/** Functions of PDFium for which the library has no types (fpdf_edit.h). */
interface Geometry {
  _FPDFPageObj_GetMatrix(object: number, matrix: number): number;
  _FPDFImageObj_GetImagePixelSize(object: number, width: number, height: number): number;
  _FPDFPage_GetRotation(page: number): number;
  HEAPU8: Uint8Array;
  wasmExports: { malloc(size: number): number; free(at: number): void };
}

/** Lists the images of a page, largest first. `isPlain`: the page has only images and text. */
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
      rotation: area > 0 && angle % 90 === 0 ? (rotation - angle + 360) % 360 : undefined,
      readJpeg: async () => {
        const { data, filters } = await object.getImageDataRaw();
        return filters.length === 1 && filters[0] === "DCTDecode" ? Buffer.from(data) : undefined;
      },
    });
  }
  return { images: images.sort((one, other) => other.share - one.share), isPlain };
}

/** The four numbers of an image's transformation, and its size in pixels. */
function readPlace(geometry: Geometry, object: number): [number, number, number, number, number, number] {
  const at = geometry.wasmExports.malloc(32);
  try {
    geometry._FPDFPageObj_GetMatrix(object, at);
    geometry._FPDFImageObj_GetImagePixelSize(object, at + 24, at + 28);
    // The call may have grown the memory, so the view is created afterwards.
    const view = new DataView(geometry.HEAPU8.buffer, at, 32);
    const float = (index: number) => view.getFloat32(index * 4, true);
    return [float(0), float(1), float(2), float(3), view.getUint32(24, true), view.getUint32(28, true)];
  } finally {
    geometry.wasmExports.free(at);
  }
}
