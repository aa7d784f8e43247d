import { availableParallelism, loadavg } from "node:os";

/** How many wait for each processor, up to this. */
const busyMax = 10;

/** How long something may take by the clock that takes at most `ms` on a quiet machine: where many share a processor, everything takes longer by as much. */
export function withinMs(ms: number): number {
  return ms * Math.min(busyMax, Math.max(1, loadavg()[0]! / availableParallelism()));
}
