/*
 * Looks into papers of strangers on a thread of its own: headers first, then pixels. Answers one message per request.
 */
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { PDFiumLibrary, type PDFiumDocument } from "@hyzyla/pdfium";
import sharp, { type Sharp } from "sharp";
import type { InspectRequest, Inspection, Quality } from "./inspector.ts";
import { maxPixels, maxSidePixels } from "../limits.ts";
import { isPdfBomb } from "./pdf-bomb.ts";
import { hasActions } from "./pdf-dangers.ts";
import { isPolyglot } from "./polyglots.ts";
import { judgePicture, type GreyPicture } from "./quality.ts";
import { readWords } from "./words.ts";

const port = parentPort;
if (!port) throw new Error("Papers are looked into on a worker thread.");

sharp.cache(false);
sharp.concurrency(1);

const judgedWidth = 1000;
/** Wide enough to have read every row. */
const glanceWidth = 64;
const judgedPages = 5;
/** A scan with fewer pixels on its short side loses its small print. */
const leastSidePixels = 600;
const longestRatio = 4;
/** The test file that every virus scanner knows. */
const virusMark = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!"].join("");

/** Every PDF ends with it; more may follow. */
const endMark = "%%EOF";

let library: Promise<PDFiumLibrary> | undefined;

port.on("message", async (request: InspectRequest) => {
  let inspection: Inspection;
  try {
    const bytes = await readFile(request.path);
    if (bytes.includes(virusMark)) inspection = { fault: "virus" };
    else if (isPolyglot(bytes, request.contentType)) inspection = { fault: "polyglot" };
    else if (request.contentType === "application/pdf") inspection = await inspectPdf(bytes, request);
    else inspection = await inspectPicture(bytes, request);
  } catch {
    inspection = { fault: "unreadable" };
  }
  port.postMessage(inspection);
});

async function inspectPicture(bytes: Buffer, request: InspectRequest): Promise<Inspection> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (Math.max(width, height) > maxSidePixels || width * height > maxPixels) return { fault: "too-large" };
  // Decoded whole even when its quality is not asked for: half a picture throws here, and is unreadable.
  const whole = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
  if (!request.look) {
    await whole.resize({ width: glanceWidth, withoutEnlargement: true }).raw().toBuffer();
    return {};
  }
  const picture = await toGrey(whole);
  const dimension =
    Math.min(width, height) < leastSidePixels || Math.max(width, height) / Math.min(width, height) > longestRatio;
  return { quality: { ...judgePicture(picture), dimension }, ...(request.read && { text: await readWords(bytes) }) };
}

async function inspectPdf(bytes: Buffer, request: InspectRequest): Promise<Inspection> {
  if (hasActions(bytes)) return { fault: "script" };
  if (await isPdfBomb(bytes)) return { fault: "bomb" };
  library ??= PDFiumLibrary.init();
  const pdfium = await library;
  let document: PDFiumDocument;
  try {
    document = await pdfium.loadDocument(bytes);
  } catch (error) {
    return { fault: /password|security/i.test(String(error)) ? "encrypted" : "unreadable" };
  }
  try {
    if (isEncrypted(bytes)) return { fault: "encrypted" };
    // The library mends a file that was cut off, and shows what is left of it.
    if (!bytes.includes(endMark) || document.getPageCount() === 0) return { fault: "unreadable" };
    if (!request.look) return {};
    return await judgePages(document, request);
  } finally {
    document.destroy();
  }
}

async function judgePages(document: PDFiumDocument, request: InspectRequest): Promise<Inspection> {
  const quality: Quality = { blurry: false, smudgy: false, cropped: false, dimension: false };
  const pages = Math.min(document.getPageCount(), judgedPages);
  const texts: string[] = [];
  for (let index = 0; index < pages; index += 1) {
    const page = document.getPage(index);
    // Before drawing: the library lets go of a page once it is drawn.
    const text = request.read ? page.getText() : "";
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
    if (!(width > 0 && height > 0)) return { fault: "unreadable" };
    if (Math.max(width, height) / Math.min(width, height) > longestRatio) quality.dimension = true;
    const scale = Math.min(judgedWidth / width, (judgedWidth * longestRatio) / height);
    const rendered = await page.render({ scale, render: "bitmap" });
    const grey = await toGrey(
      sharp(rendered.data, { raw: { width: rendered.width, height: rendered.height, channels: 4 } }).flatten({
        background: "#ffffff",
      }),
    );
    const found = judgePicture(grey);
    for (const name of ["blurry", "smudgy", "cropped"] as const) quality[name] ||= found[name];
    texts.push(
      text.trim() === "" && request.read && index === 0
        ? await readWords(
            await sharp(grey.data, { raw: { width: grey.width, height: grey.height, channels: 1 } })
              .png()
              .toBuffer(),
          )
        : text,
    );
  }
  return { quality, ...(request.read && { text: texts.join("\n") }) };
}

async function toGrey(image: Sharp): Promise<GreyPicture> {
  const { data, info } = await image
    .resize({ width: judgedWidth, withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** An encrypted PDF says so in its trailer; even one that opens without a password hides what a verifier must see. */
function isEncrypted(bytes: Buffer): boolean {
  return (
    /\/Encrypt\s+\d+\s+\d+\s+R/.test(bytes.subarray(-65_536).toString("latin1")) ||
    /\/Encrypt\s*<</.test(bytes.subarray(-65_536).toString("latin1"))
  );
}
