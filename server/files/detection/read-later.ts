import type { PaperReading } from "#engine/api/files.ts";
import type { ContentType } from "../limits.ts";
import { findOnce } from "./findings-shelf.ts";
import { inspect, isIdle } from "./inspector.ts";
import type { FlawedPage } from "./judging/flaws.ts";
import { toReadingOf, type ReadPage } from "./reading.ts";
import { readWords, stopReader } from "./words.ts";

/** A paper to read: a file that is this task's own, its pages, and who is given what was read. */
interface Task {
  path: string;
  sha256: string;
  contentType: ContentType;
  pageCount: number;
  pages: readonly FlawedPage[];
  /** Where what is read is kept for whoever sends the same. */
  shelf: string | undefined;
  /** State `none` where it could not be read. */
  keep(reading: PaperReading): Promise<void>;
  /** The file is not needed any more. */
  end(): Promise<void>;
}

/** More papers than this do not wait: what reading finds only informs. */
const waitingMax = 20;
/** Pages of one paper that are read; seconds each. */
const pagesMax = 8;
const lookAgainMs = 250;

const waiting: Task[] = [];
let busy = false;

/** Reads the words of a paper while nobody waits for a report, one page at a time, and gives them to `keep`. Seconds later, or never: nothing may depend on it. */
export function readLater(task: Task): void {
  if (waiting.length >= waitingMax) {
    void give(task, notRead);
    return;
  }
  waiting.push(task);
  if (!busy) void work();
}

const notRead: PaperReading = { state: "none", lines: [], whole: false };

async function work(): Promise<void> {
  busy = true;
  for (let task = waiting.shift(); task; task = waiting.shift())
    await give(task, await readPages(task).catch(() => notRead));
  busy = false;
  await stopReader();
}

/** The upload may be swept by now, and the server on its way out. */
async function give(task: Task, reading: PaperReading): Promise<void> {
  await task.keep(reading).catch(() => undefined);
  await task.end().catch(() => undefined);
}

async function readPages({ path, sha256, contentType, pageCount, pages, shelf }: Task): Promise<PaperReading> {
  const read: ReadPage[] = [];
  const count = Math.min(pageCount, pagesMax);
  for (let page = 1; page <= count; page += 1) {
    const lies = findLie(pages, page);
    const words = await findOnce(shelf, { sha256, page, lies }, async () => {
      while (!isIdle()) await new Promise((resolve) => setTimeout(resolve, lookAgainMs).unref());
      const { picture } = await inspect({ path, contentType, look: true, draw: { page, ...(lies && { lies }) } });
      return picture && readWords(picture);
    });
    if (words) read.push(words);
  }
  return read.length === 0 ? notRead : toReadingOf(read, read.length === pageCount);
}

/** How a page was found to lie, where it does not stand upright. */
export function findLie(pages: readonly FlawedPage[], number: number): "sideways" | "upside-down" | undefined {
  const flaws = pages.find(({ page }) => page === number)?.flaws ?? [];
  return flaws.includes("sideways") ? "sideways" : flaws.includes("upside-down") ? "upside-down" : undefined;
}
