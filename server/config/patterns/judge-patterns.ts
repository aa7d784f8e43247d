import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { watchWork, type Begun, type WorkLimits } from "#server/platform/threads.ts";
import { builtPath } from "#server/root.ts";
import type { TrialAnswer } from "./patterns.worker.ts";
import { tryPattern, type PatternFault, type PatternUse } from "./try-pattern.ts";

/** Where patterns are tried, and how much all of one publication may take. */
export interface TrialPlace {
  readonly workerFile: string;
  readonly limits: WorkLimits;
}
const usualPlace: TrialPlace = {
  workerFile: builtPath("server/config/patterns/patterns.worker.js"),
  limits: { processorMs: 30_000, clockMs: 180_000 },
};

const verdicts = new Map<string, PatternFault | null>();
const toKey = ({ pattern, maxLength }: PatternUse): string => `${maxLength} ${pattern}`;

/**
 * What is wrong with each of some patterns, in their order. Each is tried once in the life of the process, in a worker
 * (in place where nothing is built). What is not judged in time is refused: it may be what takes so long.
 */
export async function judgePatterns(
  uses: readonly PatternUse[],
  place = usualPlace,
): Promise<(PatternFault | undefined)[]> {
  const fresh = [...new Map(uses.map((use) => [toKey(use), use])).values()].filter((use) => !verdicts.has(toKey(use)));
  const faults = new Map<string, PatternFault | null>();
  if (fresh.length > 0) {
    const judged = existsSync(place.workerFile)
      ? await askWorker(fresh, place)
      : fresh.map((use) => tryPattern(use) ?? null);
    for (const [index, use] of fresh.entries()) {
      const verdict = judged[index];
      if (verdict !== undefined) verdicts.set(toKey(use), verdict);
      faults.set(toKey(use), verdict === undefined ? unjudged : verdict);
    }
  }
  return uses.map((use) => faults.get(toKey(use)) ?? verdicts.get(toKey(use)) ?? undefined);
}

const unjudged: PatternFault = {
  code: "pattern-unjudged",
  message: "Whether this pattern takes long was not found out in time; publish it again",
};

/** The verdicts that came in time: null for a good pattern, undefined for one that was not reached. */
function askWorker(
  uses: readonly PatternUse[],
  { workerFile, limits }: TrialPlace,
): Promise<(PatternFault | null | undefined)[]> {
  const verdictOf: (PatternFault | null | undefined)[] = uses.map(() => undefined);
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  return new Promise((resolve) => {
    const end = (): void => {
      unwatch();
      void worker.terminate();
      resolve(verdictOf);
    };
    let begun: Begun | undefined;
    const unwatch = watchWork(() => begun, limits, end);
    let waiting = uses.length;
    worker.on("message", (said: Begun | TrialAnswer) => {
      if ("thread" in said) return void (begun = said);
      const { index, fault } = said;
      verdictOf[index] = fault ?? null;
      waiting -= 1;
      if (waiting === 0) end();
    });
    worker.on("error", end);
    worker.postMessage(uses);
  });
}
