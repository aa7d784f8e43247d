import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { largeHeapFlags } from "../../support/node-flags.ts";

/**
 * Entry points of child processes. A built runner finds them by these names (server/cli/replay.mjs), a source run by
 * path.
 */
const entries = { candidate: "./load/candidate.ts", worker: "./workers/worker-main.ts" };
const isBuilt = import.meta.url.endsWith(".js");

export function startProcess(entry: keyof typeof entries): ChildProcess {
  const file = fileURLToPath(new URL(isBuilt ? `./${entry}.js` : entries[entry], import.meta.url));
  return fork(file, [], { execArgv: [...largeHeapFlags, ...(isBuilt ? [] : ["--import", "tsx"])] });
}
