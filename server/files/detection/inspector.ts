import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { blockedFor, overloaded } from "#server/errors.ts";
import { FairQueue } from "#server/platform/fair-queue.ts";
import { builtPath } from "#server/root.ts";
import { watchThread, type ThreadStarted } from "#server/platform/threads.ts";
import type { ReceivedFile } from "../uploads/receive.ts";
import { DocumentWork } from "./document-work.ts";
import { findCached } from "./inspection-cache.ts";
import type { Inspection, InspectRequest, InspectedSlice } from "./inspection.ts";

/** CPU time that no page needs, and the time that a candidate waits. */
const sliceLimits = { cpuMs: 10_000, elapsedMs: 180_000 };
const idleMs = 60_000;
/** A longer queue would exceed the time limit. */
const waitingMax = 40;
/** A page uploads fewer documents of one candidate at once. */
const documentsPerPerson = 20;
const retrySeconds = 10;
/** One thread per core, with a maximum that limits memory for images. */
const threadsMax = Math.max(1, Math.min(4, availableParallelism()));
/** Further threads for candidates without a running one: they share the cores instead of waiting for a slow page. */
const extraThreads = 2;
/** Threads that one candidate has while others wait. */
const threadsPerPerson = Math.ceil(threadsMax / 2);

interface Thread {
  worker: Worker;
  /** The thread's first message. */
  started?: ThreadStarted;
  work?: DocumentWork;
  workStartedAt: number;
  /** Stops the watch of its limits. */
  unwatch?: () => void;
}

const queue = new FairQueue<DocumentWork>(waitingMax);
const documents = new Map<string, number>();
const threads = new Set<Thread>();
let idleTimer: NodeJS.Timeout | undefined;

/**
 * Inspects a file of a person on worker threads, in turns between people and in slices of a second. A file that exceeds
 * the limits of CPU or memory ends its thread and counts as unreadable. Throws 108 when the person has too many files
 * here, and 120 when the queue is full or the machine is overloaded.
 */
export async function inspect(request: InspectRequest, person: string): Promise<Inspection> {
  const count = documents.get(person) ?? 0;
  if (count >= documentsPerPerson) throw blockedFor(retrySeconds, "inspections");
  documents.set(person, count + 1);
  try {
    const work = new DocumentWork(request, person);
    enqueue(work);
    return await work.inspected;
  } finally {
    const left = documents.get(person)! - 1;
    if (left > 0) documents.set(person, left);
    else documents.delete(person);
  }
}

/** As `inspect`, for a received file. `cacheFolder` caches the result by content. */
export function inspectCached(
  cacheFolder: string | undefined,
  { path, sha256, contentType }: ReceivedFile,
  options: Pick<InspectRequest, "assessQuality" | "extractText">,
  person: string,
): Promise<Inspection> {
  return findCached(cacheFolder, { sha256, contentType, ...options }, () =>
    inspect({ path, contentType, ...options }, person),
  );
}

/** Returns whether no inspection runs or waits. */
export function isIdle(): boolean {
  return queue.size === 0 && countBusy() === 0;
}

/** The number of documents that wait for their turn. */
export const countWaitingInspections = (): number => queue.size;

const countBusy = (person?: string): number =>
  [...threads].filter(({ work }) => work && (person === undefined || work.person === person)).length;

function enqueue(work: DocumentWork): void {
  const isBegun = work.isBegun;
  work.isQueued = true;
  queue.push(work.person, work, { continues: isBegun })?.fail(overloaded("inspection-queue", retrySeconds));
  startSlices();
}

function startSlices(): void {
  clearTimeout(idleTimer);
  for (let next = queue.shift(mayRun); next; next = queue.shift(mayRun)) {
    const { item: work } = next;
    work.isQueued = false;
    const slice = work.takeSlice();
    if (!slice) continue;
    startSlice([...threads].find((thread) => !thread.work) ?? startThread(), work, slice);
    // Another thread may be free for the next slice.
    if (work.hasSlices) enqueue(work);
  }
  // Threads keep image memory, so idle threads end.
  if (isIdle()) idleTimer = setTimeout(() => threads.forEach(stop), idleMs).unref();
}

function mayRun(person: string): boolean {
  const running = countBusy(person);
  const busy = countBusy();
  if (busy < threadsMax) return running < (queue.people > 1 ? threadsPerPerson : threadsMax);
  return running === 0 && busy < threadsMax + extraThreads;
}

function startSlice(thread: Thread, work: DocumentWork, slice: InspectRequest): void {
  thread.work = work;
  thread.workStartedAt = performance.now();
  thread.unwatch = watchThread(
    () => thread.started,
    sliceLimits,
    // Too much CPU time is the file's fault. Too much elapsed time is the machine's, and the request can be retried.
    (limit) => (limit === "cpuMs" ? fail(thread) : failRetriable(thread, work)),
  );
  thread.worker.postMessage(slice);
}

function startThread(): Thread {
  const worker = new Worker(builtPath("server/files/detection/detect.worker.js"), {
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  const thread: Thread = { worker, workStartedAt: 0 };
  threads.add(thread);
  worker.unref();
  worker.once("message", (started: ThreadStarted) => {
    thread.started = started;
    worker.on("message", (result: InspectedSlice) => finish(thread, result));
  });
  worker.on("error", () => fail(thread));
  return thread;
}

/** The request can be retried: the file is not known to be bad. */
function failRetriable(thread: Thread, work: DocumentWork): void {
  stop(thread);
  free(thread);
  work.fail(overloaded("inspection-queue", retrySeconds));
  startSlices();
}

function finish(thread: Thread, result: InspectedSlice): void {
  const work = free(thread);
  if (!work) return;
  work.addResult(result);
  if (work.hasSlices && !work.isQueued) enqueue(work);
  else startSlices();
}

function free(thread: Thread): DocumentWork | undefined {
  const { work } = thread;
  if (work) queue.addUse(work.person, performance.now() - thread.workStartedAt);
  delete thread.work;
  thread.unwatch?.();
  return work;
}

function fail(thread: Thread): void {
  stop(thread);
  finish(thread, { inspection: { fault: "unreadable" }, cpuMs: 0 });
}

function stop(thread: Thread): void {
  threads.delete(thread);
  thread.worker.removeAllListeners();
  // An error after the end of the thread has no listener.
  thread.worker.on("error", () => undefined);
  void thread.worker.terminate();
}
