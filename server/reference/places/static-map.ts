import sharp from "sharp";
import { WalletError } from "#server/errors.ts";

/** The section of a map. */
export interface MapView {
  latitude: number;
  longitude: number;
  zoom: number;
  width: number;
  height: number;
}

const minPixels = 100;
const maxPixels = 1000;
const metresPerPixelAtEquator = 156_543.03;

/** The view of a query. Our own route has checked its shape already. Throws 100. */
export function readMapQuery(query: URLSearchParams): MapView {
  const [width, height] = (query.get("size") ?? "600x400").split("x").map(Number);
  const view = {
    latitude: Number(query.get("latitude") ?? Number.NaN),
    longitude: Number(query.get("longitude") ?? Number.NaN),
    zoom: Number(query.get("zoom") ?? 15),
    width: width ?? 0,
    height: height ?? 0,
  };
  const isSize = (pixels: number) => Number.isInteger(pixels) && pixels >= minPixels && pixels <= maxPixels;
  const ok =
    Math.abs(view.latitude) <= 90 &&
    Math.abs(view.longitude) <= 180 &&
    view.zoom >= 1 &&
    view.zoom <= 20 &&
    isSize(view.width) &&
    isSize(view.height);
  if (!ok) throw new WalletError("badRequest");
  return view;
}

/**
 * Draws a place as PNG: pin, circle of accuracy, scale, north, coordinates. Uses no outside service and no font of the
 * machine: digits are drawn as strokes.
 */
export async function drawMap(view: MapView): Promise<Buffer> {
  const { width, height } = view;
  const x = width / 2;
  const y = height / 2;
  const metresPerPixel = (metresPerPixelAtEquator * Math.cos((view.latitude * Math.PI) / 180)) / 2 ** view.zoom;
  const scalePixels = toScale(metresPerPixel);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="#eef2ec"/>${toStreets(view)}
<circle cx="${x}" cy="${y}" r="${Math.min(width, height) / 5}" fill="#2563eb22" stroke="#2563eb" stroke-width="2"/>
<path d="M${x} ${y}c-14 -18 -18 -26 -18 -34a18 18 0 0 1 36 0c0 8 -4 16 -18 34z" fill="#dc2626" stroke="#7f1d1d" stroke-width="2"/><circle cx="${x}" cy="${y - 34}" r="7" fill="#fff"/>
<path d="M${width - 30} 50l10 -30l10 30l-10 -7z" fill="#1f2933"/>
<path d="M20 ${height - 30}v10h${scalePixels.toFixed(1)}v-10" fill="none" stroke="#1f2933" stroke-width="3"/>
<g fill="none" stroke="#1f2933" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${toDigits(`${view.latitude.toFixed(5)} ${view.longitude.toFixed(5)}`, 20, 18)}</g></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

/** The length in pixels of a round number of metres, between 60 and 150 pixels. */
function toScale(metresPerPixel: number): number {
  const target = 150 * metresPerPixel;
  const power = 10 ** Math.floor(Math.log10(target));
  const metres = [5, 2, 1].map((step) => step * power).find((step) => step <= target) ?? power;
  return metres / metresPerPixel;
}

/** A fixed grid of streets, so that two places look different. */
function toStreets({ latitude, longitude, zoom, width, height }: MapView): string {
  const step = 90;
  const pixelsPerDegree = (256 * 2 ** zoom) / 360;
  const left = -((((longitude + 180) * pixelsPerDegree) % step) + step) % step;
  const top = -((((90 - latitude) * pixelsPerDegree) % step) + step) % step;
  const lines: string[] = [];
  for (let x = left; x < width; x += step) lines.push(`M${x.toFixed(1)} 0V${height}`);
  for (let y = top; y < height; y += step) lines.push(`M0 ${y.toFixed(1)}H${width}`);
  return `<path d="${lines.join("")}" fill="none" stroke="#fff" stroke-width="9"/><path d="${lines.join("")}" fill="none" stroke="#d5dcd0" stroke-width="1"/>`;
}

const segments: Readonly<Record<string, string>> = {
  "0": "M1 1h6v12h-6z",
  "1": "M4 1v12",
  "2": "M1 1h6v6h-6v6h6",
  "3": "M1 1h6v12h-6M2 7h5",
  "4": "M1 1v6h6M7 1v12",
  "5": "M7 1h-6v6h6v6h-6",
  "6": "M7 1h-6v12h6v-6h-6",
  "7": "M1 1h6v12",
  "8": "M1 1h6v12h-6zM1 7h6",
  "9": "M7 7h-6v-6h6v12h-6",
  "-": "M1 7h6",
  ".": "M3.5 13h1",
  " ": "",
};

function toDigits(text: string, left: number, top: number): string {
  return [...text]
    .map((character, i) => `<path transform="translate(${left + i * 12} ${top})" d="${segments[character] ?? ""}"/>`)
    .join("");
}
