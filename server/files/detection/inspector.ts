import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { WalletError } from "#server/errors.ts";
import { builtPath } from "#server/root.ts";
import { watchThread, type ThreadStarted } from "#server/platform/threads.ts";
import type { ReceivedFile } from "../uploads/receive.ts";
import { findCached } from "./inspection-cache.ts";
import { pagesPerPart, type Inspection, type InspectRequest } from "./inspection.ts";

/** CPU time that no document needs, and the time that a candidate waits. */
const limits = { cpuMs: 30_000, elapsedMs: 180_000 };
const idleMs = 60_000;
/** A longer queue would exceed the time limit. */
const queueMax = 40;
/** One thread per core, with a maximum that limits memory for images. */
const threadsMax = Math.max(1, Math.min(4, availableParallelism()));

interface Job {
  request: InspectRequest;
  resolve: (inspection: Inspection) => void;
  reject: (error: WalletError) => void;
}
interface Thread {
  worker: Worker;
  /** The thread's first message. */
  started?: ThreadStarted;
  job?: Job;
  /** Stops the watch of its limits. */
  unwatch?: () => void;
}

const queue: Job[] = [];
const threads = new Set<Thread>();
let idleTimer: NodeJS.Timeout | undefined;

/**
 * Inspects a file on worker threads, a long PDF on several at once. A file that exceeds the limits of CPU or memory
 * ends its thread and counts as unreadable. Throws 120 when the queue is full or the machine is overloaded.
 */
export async function inspect(request: InspectRequest): Promise<Inspection> {
  if (queue.length >= queueMax) throw new WalletError("unavailable", { retryAfterSeconds: 10 });
  const first = await run(request, "last");
  if (first.fault || request.render || !first.pageCount) return first;
  const parts: Promise<Inspection>[] = [];
  for (let from = 1 + pagesPerPart; from <= first.pageCount; from += pagesPerPart)
    // Parts go before files that have not started: first come, first served.
    parts.push(run({ ...request, fromPage: from }, "first"));
  const all = [first, ...(await Promise.all(parts))];
  const fault = all.find((part) => part.fault)?.fault;
  if (fault) return { fault };
  return {
    pageCount: first.pageCount,
    ...(first.totalPages !== undefined && { totalPages: first.totalPages }),
    ...(first.isDynamicForm && { isDynamicForm: true }),
    pages: all.flatMap(({ pages = [] }) => pages),
    ...(request.extractText && { text: all.map(({ text = "" }) => text).join("\n") }),
  };
}

/** As `inspect`, for a received file. `cacheFolder` caches the result by content. */
export function inspectCached(
  cacheFolder: string | undefined,
  { path, sha256, contentType }: ReceivedFile,
  options: Pick<InspectRequest, "assessQuality" | "extractText">,
): Promise<Inspection> {
  return findCached(cacheFolder, { sha256, contentType, ...options }, () => inspect({ path, contentType, ...options }));
}

/** Returns whether no inspection runs or waits. */
export function isIdle(): boolean {
  return queue.length === 0 && [...threads].every(({ job }) => !job);
}

function run(request: InspectRequest, position: "first" | "last"): Promise<Inspection> {
  return new Promise((resolve, reject) => {
    if (position === "first") queue.unshift({ request, resolve, reject });
    else queue.push({ request, resolve, reject });
    startJobs();
  });
}

function startJobs(): void {
  clearTimeout(idleTimer);
  while (queue.length > 0) {
    const thread = [...threads].find(({ job }) => !job) ?? (threads.size < threadsMax ? startThread() : undefined);
    if (!thread) return;
    const job = queue.shift()!;
    thread.job = job;
    thread.unwatch = watchThread(
      () => thread.started,
      limits,
      // Too much CPU time is the file's fault. Too much elapsed time is the machine's, and the request can be retried.
      (limit) => (limit === "cpuMs" ? fail(thread) : failRetriable(thread, job)),
    );
    thread.worker.postMessage(job.request);
  }
  // Threads keep image memory, so idle threads end.
  if (isIdle()) idleTimer = setTimeout(() => threads.forEach(stop), idleMs).unref();
}

function startThread(): Thread {
  const worker = new Worker(builtPath("server/files/detection/detect.worker.js"), {
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  const thread: Thread = { worker };
  threads.add(thread);
  worker.unref();
  worker.once("message", (started: ThreadStarted) => {
    thread.started = started;
    worker.on("message", (inspection: Inspection) => finish(thread, inspection));
  });
  worker.on("error", () => fail(thread));
  return thread;
}

/** The request can be retried: the file is not known to be bad. */
function failRetriable(thread: Thread, job: Job): void {
  stop(thread);
  delete thread.job;
  job.reject(new WalletError("unavailable", { retryAfterSeconds: 10 }));
  startJobs();
}

function finish(thread: Thread, inspection: Inspection): void {
  const { job } = thread;
  if (!job) return;
  delete thread.job;
  thread.unwatch?.();
  job.resolve(inspection);
  startJobs();
}

function fail(thread: Thread): void {
  stop(thread);
  finish(thread, { fault: "unreadable" });
}

function stop(thread: Thread): void {
  threads.delete(thread);
  thread.worker.removeAllListeners();
  // An error after the end of the thread has no listener.
  thread.worker.on("error", () => undefined);
  void thread.worker.terminate();
}
