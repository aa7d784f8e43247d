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
