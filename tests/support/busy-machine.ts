import { availableParallelism, loadavg } from "node:os";

/** Upper bound of the load factor. */
const busyMax = 10;

/** Scales a time limit for a quiet machine by the present load per processor. */
export function scaleByLoad(ms: number): number {
  return ms * Math.min(busyMax, Math.max(1, loadavg()[0]! / availableParallelism()));
}
