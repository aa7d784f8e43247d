import type { DocumentReading } from "#engine/contract/files.ts";
import { FairQueue } from "#server/platform/fair-queue.ts";
import type { ContentType } from "../limits.ts";
import { findCached } from "./inspection-cache.ts";
import { inspect, isIdle } from "./inspector.ts";
import type { FlawedPage } from "./image-quality/flaws.ts";
import { joinOcrPages, type OcrPage } from "./document-text.ts";
import { recognizeText, stopOcr } from "./ocr.ts";

/** A document for OCR. The file belongs to the task. */
interface Task {
  candidateId: string;
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
/** A page waits this long for the inspections of others, which may never pause. */
const idleWaitMs = 20_000;

/** A task with its results so far. `page` is the next one. */
interface StartedTask extends Task {
  page: number;
  results: OcrPage[];
}

const queue = new FairQueue<StartedTask>(queueMax);
let busy = false;

/**
 * Queues OCR of a document and passes the text to `store`, seconds later or never. Pages are read one at a time, in
 * turns between candidates, while no inspection runs. A full queue loses a document of the candidate with most.
 */
export function queueOcr(task: Task): void {
  const displaced = queue.push(task.candidateId, { ...task, page: 1, results: [] });
  if (displaced) void deliver(displaced, noText);
  if (!busy) void processQueue();
}

const noText: DocumentReading = { state: "none", lines: [], whole: false };

async function processQueue(): Promise<void> {
  busy = true;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { item: task, person } = next;
    const startedAt = performance.now();
    const isRead = await readNextPage(task).catch(() => undefined);
    queue.addUse(person, performance.now() - startedAt);
    if (isRead === undefined) await deliver(task, noText);
    else if (isRead) await deliver(task, joinResults(task));
    else queue.push(person, task, { continues: true });
  }
  busy = false;
  await stopOcr();
}

/** The upload may be deleted by now, and the server may be shutting down. */
async function deliver(task: Task, reading: DocumentReading): Promise<void> {
  await task.store(reading).catch(() => undefined);
  await task.discard().catch(() => undefined);
}

/** Reads one page. Returns whether it was the last one. */
async function readNextPage(task: StartedTask): Promise<boolean> {
  const { candidateId, path, sha256, contentType, pages, cacheFolder, page } = task;
  const rotation = findRotation(pages, page);
  const result = await findCached(cacheFolder, { sha256, page, rotation }, async () => {
    await waitUntilIdle();
    const render = { page, ...(rotation && { rotation }) };
    const { image } = await inspect({ path, contentType, assessQuality: true, render }, candidateId);
    return image && recognizeText(image);
  });
  if (result) task.results.push(result);
  task.page += 1;
  return task.page > Math.min(task.pageCount, pagesMax);
}

const joinResults = ({ results, pageCount }: StartedTask): DocumentReading =>
  results.length === 0 ? noText : joinOcrPages(results, results.length === pageCount);

async function waitUntilIdle(): Promise<void> {
  const until = performance.now() + idleWaitMs;
  while (!isIdle() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, pollMs).unref());
}

/** Returns the detected rotation of a page, if it is not upright. */
export function findRotation(pages: readonly FlawedPage[], number: number): "sideways" | "upside-down" | undefined {
  const flaws = pages.find(({ page }) => page === number)?.flaws ?? [];
  return flaws.includes("sideways") ? "sideways" : flaws.includes("upside-down") ? "upside-down" : undefined;
}
