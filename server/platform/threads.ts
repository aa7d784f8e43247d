/*
 * Threads as the system ranks and counts them (Linux); elsewhere all are alike, and nobody knows what one has taken.
 */
import { readlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";

/** The system's number of the thread that asks. */
export function findThread(): number | undefined {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").pop());
  } catch {
    return undefined;
  }
}

/** Calls are answered before papers are looked at: this thread is ranked so many steps (1 to 19) below others. */
export function giveWay(steps: number): void {
  const thread = findThread();
  if (thread === undefined) return;
  try {
    setPriority(thread, steps);
  } catch {
    // Where nobody may rank threads they stay alike.
  }
}

/** Milliseconds that a thread of this process has had of a processor. */
export async function readProcessorMs(thread: number | undefined): Promise<number | undefined> {
  if (thread === undefined) return undefined;
  try {
    const [nanoseconds = ""] = (await readFile(`/proc/self/task/${thread}/schedstat`, "utf8")).split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}

/** What a thread says first: which of the system's it is. */
export interface Begun {
  readonly thread: number | undefined;
}

/** How much a piece of work may take of a processor, and by the clock, in milliseconds. A thread that comes after others may get next to nothing on a busy machine: that says nothing of its work. */
export interface WorkLimits {
  readonly processorMs: number;
  readonly clockMs: number;
}

const lookEveryMs = 1000;

/** Looks at what a thread takes from now on, and tells once which limit it has passed; → call it when the work is done. `begun`: what the thread has said by then. */
export function watchWork(
  begun: () => Begun | undefined,
  limits: WorkLimits,
  passed: (limit: keyof WorkLimits) => void,
): () => void {
  const since = performance.now();
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const watch = async () => {
    const before = await readTakenMs(begun(), 0);
    let due = since;
    const look = async () => {
      const passedMs = performance.now() - since;
      // Where this thread was late itself, the other's answer may wait unread: it is heard before the next look.
      const isLate = performance.now() - due > lookEveryMs;
      const takenMs = (await readTakenMs(begun(), passedMs)) - before;
      if (isOver) return;
      const limit = isLate ? undefined : findPassed(limits, passedMs, takenMs);
      if (limit) return passed(limit);
      const nextMs = Math.min(lookEveryMs, limits.clockMs);
      due = performance.now() + nextMs;
      timer = setTimeout(() => void look(), nextMs).unref();
    };
    await look();
  };
  void watch();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** Where threads are not counted, the clock counts. */
async function readTakenMs(begun: Begun | undefined, passedMs: number): Promise<number> {
  return begun ? ((await readProcessorMs(begun.thread)) ?? passedMs) : 0;
}

/** The limit that work has passed after so long, and so much of a processor. */
export function findPassed(
  { processorMs, clockMs }: WorkLimits,
  passedMs: number,
  takenMs: number,
): keyof WorkLimits | undefined {
  if (takenMs > processorMs) return "processorMs";
  return passedMs > clockMs ? "clockMs" : undefined;
}
