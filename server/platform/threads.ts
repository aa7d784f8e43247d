/*
 * Priority and CPU time of threads on Linux. On other systems all threads have the same priority, and their CPU time is
 * unknown.
 */
import { readlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";

/** The system's number of the running thread. */
export function findThreadId(): number | undefined {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").pop());
  } catch {
    return undefined;
  }
}

/**
 * Lowers the priority of the running thread by 1 to 19 steps, so that requests are answered before documents are read.
 */
export function lowerThreadPriority(steps: number): void {
  const threadId = findThreadId();
  if (threadId === undefined) return;
  try {
    setPriority(threadId, steps);
  } catch {
    // Not permitted here: the priority stays.
  }
}

/** CPU time of a thread of this process, in milliseconds. */
export async function readCpuMs(threadId: number | undefined): Promise<number | undefined> {
  if (threadId === undefined) return undefined;
  try {
    const [nanoseconds = ""] = (await readFile(`/proc/self/task/${threadId}/schedstat`, "utf8")).split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}

/** The first message of a worker thread. */
export interface ThreadStarted {
  readonly threadId: number | undefined;
}

/**
 * Limits on a piece of work, in milliseconds of CPU time and of elapsed time. On a busy machine a low-priority thread
 * gets almost no CPU, so elapsed time alone does not show how far the work is.
 */
export interface WorkLimits {
  readonly cpuMs: number;
  readonly elapsedMs: number;
}

const checkEveryMs = 1000;

/** Calls `onExceeded` once when a thread exceeds a limit from now on. Returns a function that stops watching. */
export function watchThread(
  findStarted: () => ThreadStarted | undefined,
  limits: WorkLimits,
  onExceeded: (limit: keyof WorkLimits) => void,
): () => void {
  const startedAt = performance.now();
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const watch = async () => {
    const cpuBefore = await readWorkMs(findStarted(), 0);
    let due = startedAt;
    const check = async () => {
      const elapsedMs = performance.now() - startedAt;
      // When this thread was blocked itself, the answer of the other may be unread yet: check again later.
      const isLate = performance.now() - due > checkEveryMs;
      const cpuMs = (await readWorkMs(findStarted(), elapsedMs)) - cpuBefore;
      if (isOver) return;
      const limit = isLate ? undefined : findExceededLimit(limits, elapsedMs, cpuMs);
      if (limit) return onExceeded(limit);
      const nextMs = Math.min(checkEveryMs, limits.elapsedMs);
      due = performance.now() + nextMs;
      timer = setTimeout(() => void check(), nextMs).unref();
    };
    await check();
  };
  void watch();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** CPU time, or elapsed time where the system does not report CPU time. */
async function readWorkMs(started: ThreadStarted | undefined, elapsedMs: number): Promise<number> {
  return started ? ((await readCpuMs(started.threadId)) ?? elapsedMs) : 0;
}

/** The limit that this much time exceeds. */
export function findExceededLimit(limits: WorkLimits, elapsedMs: number, cpuMs: number): keyof WorkLimits | undefined {
  if (cpuMs > limits.cpuMs) return "cpuMs";
  return elapsedMs > limits.elapsedMs ? "elapsedMs" : undefined;
}
