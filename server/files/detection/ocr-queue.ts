import type { DocumentReading } from "#engine/contract/files.ts";
import type { ContentType } from "../limits.ts";
import { findCached } from "./inspection-cache.ts";
import { inspect, isIdle } from "./inspector.ts";
import type { FlawedPage } from "./image-quality/flaws.ts";
import { joinOcrPages, type OcrPage } from "./document-text.ts";
import { recognizeText, stopOcr } from "./ocr.ts";

/** A document for OCR. The file belongs to the task. */
interface Task {
  path: string;
  sha256: string;
  contentType: ContentType;
  pageCount: number;
  pages: readonly FlawedPage[];
  /** Caches results by content. */
  cacheFolder: string | undefined;
  /** Gets state `none` when OCR failed. */
  store(reading: DocumentReading): Promise<void>;
  /** Called when the file is no longer needed. */
  discard(): Promise<void>;
}

/** Further documents are not read: OCR only informs. */
const queueMax = 20;
/** Pages per document. Each takes seconds. */
const pagesMax = 8;
const pollMs = 250;

const queue: Task[] = [];
let busy = false;

/**
 * Queues OCR of a document and passes the text to `store`, seconds later or never. Pages are read one at a time
 * while no inspection runs.
 */
export function queueOcr(task: Task): void {
  if (queue.length >= queueMax) {
    void deliver(task, noText);
    return;
  }
  queue.push(task);
  if (!busy) void processQueue();
}

const noText: DocumentReading = { state: "none", lines: [], whole: false };

async function processQueue(): Promise<void> {
  busy = true;
  for (let task = queue.shift(); task; task = queue.shift())
    await deliver(task, await readPages(task).catch(() => noText));
  busy = false;
  await stopOcr();
}

/** The upload may be deleted by now, and the server may be shutting down. */
async function deliver(task: Task, reading: DocumentReading): Promise<void> {
  await task.store(reading).catch(() => undefined);
  await task.discard().catch(() => undefined);
}

async function readPages({ path, sha256, contentType, pageCount, pages, cacheFolder }: Task): Promise<DocumentReading> {
  const results: OcrPage[] = [];
  const count = Math.min(pageCount, pagesMax);
  for (let page = 1; page <= count; page += 1) {
    const rotation = findRotation(pages, page);
    const result = await findCached(cacheFolder, { sha256, page, rotation }, async () => {
      while (!isIdle()) await new Promise((resolve) => setTimeout(resolve, pollMs).unref());
      const { image } = await inspect({
        path,
        contentType,
        assessQuality: true,
        render: { page, ...(rotation && { rotation }) },
      });
      return image && recognizeText(image);
    });
    if (result) results.push(result);
  }
  return results.length === 0 ? noText : joinOcrPages(results, results.length === pageCount);
}

/** Returns the detected rotation of a page, if it is not upright. */
export function findRotation(pages: readonly FlawedPage[], number: number): "sideways" | "upside-down" | undefined {
  const flaws = pages.find(({ page }) => page === number)?.flaws ?? [];
  return flaws.includes("sideways") ? "sideways" : flaws.includes("upside-down") ? "upside-down" : undefined;
}
