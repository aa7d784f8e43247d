import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { roomy } from "../short-lived.ts";

/** What runs in a process of its own: in the runner by these names (server/cli/replay.mjs), else from its source. */
const entries = { candidate: "./load/candidate.ts", worker: "./crew/worker.ts" };
const isBuilt = import.meta.url.endsWith(".js");

export function start(entry: keyof typeof entries): ChildProcess {
  const file = fileURLToPath(new URL(isBuilt ? `./${entry}.js` : entries[entry], import.meta.url));
  return fork(file, [], { execArgv: [...roomy, ...(isBuilt ? [] : ["--import", "tsx"])] });
}
