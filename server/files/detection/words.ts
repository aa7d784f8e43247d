import { createRequire } from "node:module";
import path from "node:path";
import { createWorker, type Page, type Worker } from "tesseract.js";
import { unsureMark } from "#engine/paper/read-words.ts";
import { builtPath } from "#server/root.ts";
import type { ReadPage } from "./reading.ts";

/** Nobody waits for it; a busy machine is slow. */
const timeLimitMs = 120_000;
/** In per cent. Words of other scripts, lines and stamps are taken for letters, and lie below; so do names that are in no dictionary: such words are marked. */
const leastConfidence = 30;

let reader: Promise<Worker> | undefined;

/** The English words of a picture; no network, the data lies in a package. Undefined when they cannot be read in time. */
export async function readWords(picture: Uint8Array): Promise<ReadPage | undefined> {
  const reading = recognise(picture);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeLimitMs, undefined).unref());
  const page = await Promise.race([reading.catch(() => undefined), late]);
  if (page === undefined) await stopReader();
  return page;
}

async function recognise(picture: Uint8Array): Promise<ReadPage> {
  reader ??= createWorker("eng", 1, {
    workerPath: builtPath("server/files/detection/words.worker.js"),
    langPath: languageFolder(),
    gzip: true,
    cacheMethod: "none",
  });
  const { data } = await (await reader).recognize(Buffer.from(picture), {}, { text: true, blocks: true });
  return toPage(data);
}

function toPage({ blocks }: Page): ReadPage {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
  const wordCount = lines.flatMap(({ words }) => words).filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text)).length;
  const said = lines.map(({ words }) =>
    words.map(({ text, confidence }) => (confidence >= leastConfidence ? text : text + unsureMark)).join(" "),
  );
  return { text: said.filter((line) => line !== "").join("\n"), wordCount };
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
