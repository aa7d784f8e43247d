import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** A Linux machine's memory as a disk: a copy of the empty database costs a tenth there, and no test waits for a real one. */
const memory = "/dev/shm";
/** A container may have 64 MB of it. */
const leastBytes = 4 * 1024 ** 3;

/** Where tests put what goes away with them. Whoever named a place means it. */
export function findQuickDisk(): string {
  if (process.env["TMPDIR"]) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= leastBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
