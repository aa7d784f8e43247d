import { createRequire } from "node:module";
import path from "node:path";
import { createWorker, type Worker } from "tesseract.js";

/** Nobody waits for it. */
const timeLimitMs = 20_000;

let reader: Promise<Worker> | undefined;

/** The English words of a picture file; no network, the data lies in a package. Empty when they cannot be read in time. */
export async function readWords(picture: string): Promise<string> {
  const reading = recognise(picture);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeLimitMs, undefined).unref());
  const text = await Promise.race([reading.catch(() => undefined), late]);
  if (text === undefined) await stopReader();
  return text ?? "";
}

async function recognise(picture: string): Promise<string> {
  reader ??= createWorker("eng", 1, { langPath: languageFolder(), gzip: true, cacheMethod: "none" });
  const { data } = await (await reader).recognize(picture);
  return data.text;
}

/** Ends the reader's thread and gives its memory back. */
export async function stopReader(): Promise<void> {
  const stopped = reader;
  reader = undefined;
  await stopped?.then((worker) => worker.terminate()).catch(() => undefined);
}

function languageFolder(): string {
  const manifest = createRequire(import.meta.url).resolve("@tesseract.js-data/eng/package.json");
  return path.join(path.dirname(manifest), "4.0.0_best_int");
}
