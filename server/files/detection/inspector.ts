import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { WalletError } from "#server/errors.ts";
import { builtPath } from "#server/root.ts";
import { pagesPerPart, type Inspection, type InspectRequest } from "./inspection.ts";

/** Of a machine that is busy with other things too: the thread comes after them (give-way.ts). */
const timeLimitMs = 30_000;
const idleMs = 60_000;
/** Beyond this many waiting files, more would only wait for their time limit. */
const queueMax = 40;
/** As many as there are cores, and not more than have their pictures in memory at once. */
const threadsMax = Math.max(1, Math.min(4, availableParallelism()));

interface Job {
  request: InspectRequest;
  done: (inspection: Inspection) => void;
}
interface Thread {
  worker: Worker;
  job?: Job;
  timer?: NodeJS.Timeout;
}

const queue: Job[] = [];
const threads = new Set<Thread>();
let idle: NodeJS.Timeout | undefined;

/**
 * Looks into a file on threads of their own, a long PDF on several at once. A file that takes too long or too much
 * memory ends its thread, not the server, and counts as unreadable. Throws 120 when too many wait.
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

/** Whether nobody waits for an answer. */
export function isIdle(): boolean {
  return queue.length === 0 && [...threads].every(({ job }) => !job);
}

function run(request: InspectRequest, place: "first" | "last"): Promise<Inspection> {
  return new Promise((done) => {
    if (place === "first") queue.unshift({ request, done });
    else queue.push({ request, done });
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
    thread.timer = setTimeout(() => fail(thread), timeLimitMs);
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
  worker.on("message", (inspection: Inspection) => finish(thread, inspection));
  worker.on("error", () => fail(thread));
  return thread;
}

function finish(thread: Thread, inspection: Inspection): void {
  const { job, timer } = thread;
  if (!job) return;
  delete thread.job;
  clearTimeout(timer);
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
