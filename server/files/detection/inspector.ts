import { Worker } from "node:worker_threads";
import { WalletError } from "#server/errors.ts";
import { builtPath } from "#server/root.ts";
import type { ContentType } from "../limits.ts";

/** A file to look into. `look`: judge its quality too, and read text when `read` says so. */
export interface InspectRequest {
  path: string;
  contentType: ContentType;
  look: boolean;
  read?: boolean;
}

/** What is wrong with a document's picture. */
export interface Quality {
  blurry: boolean;
  smudgy: boolean;
  cropped: boolean;
  dimension: boolean;
}

/** Why a file is not taken. */
export type Fault = "unreadable" | "encrypted" | "script" | "virus" | "polyglot" | "too-large" | "bomb";

/** What was found; `fault` means that nothing else could be judged. */
export interface Inspection {
  fault?: Fault;
  quality?: Quality;
  /** Text of the papers, when it was asked for and there is any. */
  text?: string;
}

const timeLimitMs = 15_000;
const idleMs = 60_000;
/** Beyond this many waiting files, more would only wait for their time limit. */
const queueMax = 40;

interface Job {
  request: InspectRequest;
  done: (inspection: Inspection) => void;
}

const queue: Job[] = [];
let worker: Worker | undefined;
let busy: { job: Job; timer: NodeJS.Timeout } | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Looks into a file on a thread of its own, one file at a time. A file that takes too long or too
 * much memory ends the thread, not the server, and counts as unreadable. Throws 120 when too many wait.
 */
export function inspect(request: InspectRequest): Promise<Inspection> {
  if (queue.length >= queueMax) return Promise.reject(new WalletError("unavailable", { retryAfterSeconds: 10 }));
  return new Promise((done) => {
    queue.push({ request, done });
    next();
  });
}

function next(): void {
  const job = busy ? undefined : queue.shift();
  if (!job) return;
  clearTimeout(idle);
  worker ??= startWorker();
  const timer = setTimeout(() => fail(), timeLimitMs);
  busy = { job, timer };
  worker.postMessage(job.request);
}

function startWorker(): Worker {
  const started = new Worker(builtPath("server/files/detection/detect.worker.js"), {
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  started.unref();
  started.on("message", (inspection: Inspection) => finish(inspection));
  started.on("error", () => fail());
  return started;
}

function finish(inspection: Inspection): void {
  if (!busy) return;
  const { job, timer } = busy;
  busy = undefined;
  clearTimeout(timer);
  job.done(inspection);
  // Pictures leave memory behind; without work the thread goes.
  idle = setTimeout(stop, idleMs).unref();
  next();
}

function fail(): void {
  stop();
  finish({ fault: "unreadable" });
}

function stop(): void {
  if (worker) {
    worker.removeAllListeners();
    // An error that ends the thread after this has nobody to tell.
    worker.on("error", () => undefined);
    void worker.terminate();
  }
  worker = undefined;
}
