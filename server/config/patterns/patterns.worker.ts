import { parentPort } from "node:worker_threads";
import { findThreadId, type ThreadStarted } from "#server/platform/threads.ts";
import { tryPattern, type PatternFault, type PatternUse } from "./try-pattern.ts";

/** The result of one pattern: its index in the request, and its fault. */
export interface TrialAnswer {
  readonly index: number;
  readonly fault?: PatternFault | undefined;
}

parentPort?.postMessage({ threadId: findThreadId() } satisfies ThreadStarted);
parentPort?.on("message", (uses: readonly PatternUse[]) => {
  for (const [index, use] of uses.entries())
    parentPort?.postMessage({ index, fault: tryPattern(use) } satisfies TrialAnswer);
});
