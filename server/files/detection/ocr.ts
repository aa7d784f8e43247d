import { createRequire } from "node:module";
import path from "node:path";
import { createWorker, type Page, type Worker } from "tesseract.js";
import { unsureMark } from "#engine/vision/reading/read-words.ts";
import { builtPath } from "#server/root.ts";
import type { OcrPage } from "./document-text.ts";

/** Generous, because a busy machine is slow. */
const timeLimitMs = 120_000;
/** In per cent. Other scripts, lines, stamps and unusual names score lower; such words get a mark. */
const leastConfidence = 30;

let ocrWorker: Promise<Worker> | undefined;

/** Recognizes English words without the network; the data is in a package. Returns undefined on a timeout. */
export async function recognizeText(image: Uint8Array): Promise<OcrPage | undefined> {
  const recognized = recognize(image);
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, timeLimitMs, undefined).unref());
  const page = await Promise.race([recognized.catch(() => undefined), timeout]);
  if (page === undefined) await stopOcr();
  return page;
}

async function recognize(image: Uint8Array): Promise<OcrPage> {
  ocrWorker ??= createWorker("eng", 1, {
    workerPath: builtPath("server/files/detection/ocr.worker.js"),
    langPath: languageFolder(),
    gzip: true,
    cacheMethod: "none",
  });
  const { data } = await (await ocrWorker).recognize(Buffer.from(image), {}, { text: true, blocks: true });
  return toPage(data);
}

function toPage({ blocks }: Page): OcrPage {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  const wordCount = lines.flatMap(({ words }) => words).filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text)).length;
  const texts = lines.map(({ words }) =>
    words.map(({ text, confidence }) => (confidence >= leastConfidence ? text : text + unsureMark)).join(" "),
  );
  return { text: texts.filter((line) => line !== "").join("\n"), wordCount };
}

/** Ends the OCR thread and frees its memory. */
export async function stopOcr(): Promise<void> {
  const stopped = ocrWorker;
  ocrWorker = undefined;
  await stopped?.then((worker) => worker.terminate()).catch(() => undefined);
}

function languageFolder(): string {
  const manifest = createRequire(import.meta.url).resolve("@tesseract.js-data/eng/package.json");
  return path.join(path.dirname(manifest), "4.0.0_best_int");
}
