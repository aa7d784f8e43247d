import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { WalletError } from "#server/errors.ts";
import { builtPath } from "#server/root.ts";
import { watchWork, type Begun } from "#server/platform/threads.ts";
import type { ReceivedFile } from "../uploads/receive.ts";
import { findOnce } from "./findings-shelf.ts";
import { pagesPerPart, type Inspection, type InspectRequest } from "./inspection.ts";

/** More of a processor than any paper takes; by the clock the time of whoever waits for an answer. */
const limits = { processorMs: 30_000, clockMs: 180_000 };
const idleMs = 60_000;
/** Beyond this many waiting files, more would only wait for their time limit. */
const queueMax = 40;
/** As many as there are cores, and not more than have their pictures in memory at once. */
const threadsMax = Math.max(1, Math.min(4, availableParallelism()));

interface Job {
  request: InspectRequest;
  done: (inspection: Inspection) => void;
  failed: (error: WalletError) => void;
}
interface Thread {
  worker: Worker;
  /** What it said first. */
  begun?: Begun;
  job?: Job;
  /** Ends looking at what it takes. */
  unwatch?: () => void;
}

const queue: Job[] = [];
const threads = new Set<Thread>();
let idle: NodeJS.Timeout | undefined;

/**
 * Looks into a file on threads of their own, a long PDF on several at once. A file that takes too much
 * processor or memory ends its thread, not the server, and counts as unreadable. Throws 120 when too many wait, or where the
 * machine has no time for it.
 */
export async function inspect(request: InspectRequest): Promise<Inspection> {
  if (queue.length >= queueMax) throw new WalletError("unavailable", { retryAfterSeconds: 10 });
  const first = await run(request, "last");
  if (first.fault || request.draw || !first.pageCount) return first;
  const parts: Promise<Inspection>[] = [];
  for (let from = 1 + pagesPerPart; from <= first.pageCount; from += pagesPerPart)
    // Before files that nobody has begun with: who came first is answered first.
    parts.push(run({ ...request, from }, "first"));
  const all = [first, ...(await Promise.all(parts))];
  const fault = all.find((part) => part.fault)?.fault;
  if (fault) return { fault };
  return {
    pageCount: first.pageCount,
    ...(first.allPages !== undefined && { allPages: first.allPages }),
    pages: all.flatMap(({ pages = [] }) => pages),
    ...(request.read && { text: all.map(({ text = "" }) => text).join("\n") }),
  };
}

/** The same of a file that was received; `shelf` keeps what is found for whoever sends the same. */
export function inspectOnce(
  shelf: string | undefined,
  { path, sha256, contentType }: ReceivedFile,
  how: Pick<InspectRequest, "look" | "read">,
): Promise<Inspection> {
  return findOnce(shelf, { sha256, contentType, ...how }, () => inspect({ path, contentType, ...how }));
}

/** Whether nobody waits for an answer. */
export function isIdle(): boolean {
  return queue.length === 0 && [...threads].every(({ job }) => !job);
}

function run(request: InspectRequest, place: "first" | "last"): Promise<Inspection> {
  return new Promise((done, failed) => {
    if (place === "first") queue.unshift({ request, done, failed });
    else queue.push({ request, done, failed });
    next();
  });
}

function next(): void {
  clearTimeout(idle);
  while (queue.length > 0) {
    const thread = [...threads].find(({ job }) => !job) ?? (threads.size < threadsMax ? startThread() : undefined);
    if (!thread) return;
    const job = queue.shift()!;
    thread.job = job;
    thread.unwatch = watchWork(
      () => thread.begun,
      limits,
      // What takes too much of a processor is told from what the machine has no time for: that is asked for once more.
      (limit) => (limit === "processorMs" ? fail(thread) : giveUp(thread, job)),
    );
    thread.worker.postMessage(job.request);
  }
  // Pictures leave memory behind; without work the threads go.
  if (isIdle()) idle = setTimeout(() => threads.forEach(stop), idleMs).unref();
}

function startThread(): Thread {
  const worker = new Worker(builtPath("server/files/detection/detect.worker.js"), {
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  const thread: Thread = { worker };
  threads.add(thread);
  worker.unref();
  worker.once("message", (begun: Begun) => {
    thread.begun = begun;
    worker.on("message", (inspection: Inspection) => finish(thread, inspection));
  });
  worker.on("error", () => fail(thread));
  return thread;
}

/** Nothing is known of the file: it is asked for once more. */
function giveUp(thread: Thread, job: Job): void {
  stop(thread);
  delete thread.job;
  job.failed(new WalletError("unavailable", { retryAfterSeconds: 10 }));
  next();
}

function finish(thread: Thread, inspection: Inspection): void {
  const { job } = thread;
  if (!job) return;
  delete thread.job;
  thread.unwatch?.();
  job.done(inspection);
  next();
}

function fail(thread: Thread): void {
  stop(thread);
  finish(thread, { fault: "unreadable" });
}

function stop(thread: Thread): void {
  threads.delete(thread);
  thread.worker.removeAllListeners();
  // An error that ends the thread after this has nobody to tell.
  thread.worker.on("error", () => undefined);
  void thread.worker.terminate();
}
