import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** Calls are answered before papers are looked at: this thread is ranked so many steps (1 to 19) below others, where threads have a rank of their own (Linux). */
export function giveWay(steps: number): void {
  try {
    setPriority(Number(readlinkSync("/proc/thread-self").split("/").pop()), steps);
  } catch {
    // Elsewhere all threads are alike.
  }
}
