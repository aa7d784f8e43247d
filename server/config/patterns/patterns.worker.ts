import { parentPort } from "node:worker_threads";
import { findThread, type Begun } from "#server/platform/threads.ts";
import { tryPattern, type PatternFault, type PatternUse } from "./try-pattern.ts";

/** One pattern was judged: its place in the list that was sent, and what is wrong with it. */
export interface TrialAnswer {
  readonly index: number;
  readonly fault?: PatternFault | undefined;
}

parentPort?.postMessage({ thread: findThread() } satisfies Begun);
parentPort?.on("message", (uses: readonly PatternUse[]) => {
  for (const [index, use] of uses.entries())
    parentPort?.postMessage({ index, fault: tryPattern(use) } satisfies TrialAnswer);
});
