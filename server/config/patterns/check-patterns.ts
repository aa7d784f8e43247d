import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { Issue } from "#engine/core/base/issue.ts";
import type { MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import { findPatternFault } from "#engine/core/rules/pattern-fault.ts";
import { findPatterns } from "./find-patterns.ts";
import { watchThread, type ThreadStarted, type WorkLimits } from "#server/platform/threads.ts";
import { builtPath } from "#server/root.ts";
import type { TrialAnswer } from "./patterns.worker.ts";
import { tryPattern, type PatternFault, type PatternUse } from "./try-pattern.ts";

/**
 * Finds patterns that the linear engine does not support, and patterns that are slow on some text (ReDoS). The pure
 * check cannot measure that. Needs well-shaped definitions; skips patterns that the check refuses anyway.
 */
export async function checkPatterns(sources: readonly SourceDefinition[], metas: MetaSchemas): Promise<Issue[]> {
  const found = findPatterns(sources, metas).filter(({ pattern }) => findPatternFault(pattern) === undefined);
  const faults = await tryPatterns(found);
  return found.flatMap(({ document, pointer }, at) => {
    const fault = faults[at];
    return fault ? [{ document, pointer, code: fault.code, message: fault.message }] : [];
  });
}

/** The worker that tries patterns, and the limits for all patterns of one publication. */
export interface TrialOptions {
  readonly workerFile: string;
  readonly limits: WorkLimits;
}
const defaultOptions: TrialOptions = {
  workerFile: builtPath("server/config/patterns/patterns.worker.js"),
  limits: { cpuMs: 30_000, elapsedMs: 180_000 },
};

const verdicts = new Map<string, PatternFault | null>();
const toKey = ({ pattern, maxLength }: PatternUse): string => `${maxLength} ${pattern}`;

/**
 * The fault of each pattern, in order. Each pattern is tried once per process, in a worker, or in place without a
 * build. A pattern that was not tried in time is refused, because it may be the slow one.
 */
export async function tryPatterns(
  uses: readonly PatternUse[],
  options = defaultOptions,
): Promise<(PatternFault | undefined)[]> {
  const newUses = [...new Map(uses.map((use) => [toKey(use), use])).values()].filter(
    (use) => !verdicts.has(toKey(use)),
  );
  const faults = new Map<string, PatternFault | null>();
  if (newUses.length > 0) {
    const results = existsSync(options.workerFile)
      ? await tryInWorker(newUses, options)
      : newUses.map((use) => tryPattern(use) ?? null);
    for (const [index, use] of newUses.entries()) {
      const verdict = results[index];
      if (verdict !== undefined) verdicts.set(toKey(use), verdict);
      faults.set(toKey(use), verdict === undefined ? untried : verdict);
    }
  }
  return uses.map((use) => faults.get(toKey(use)) ?? verdicts.get(toKey(use)) ?? undefined);
}

const untried: PatternFault = {
  code: "pattern/untested",
  message: "This pattern could not be tried in time; publish it again",
};

/** The results that came in time: null for a good pattern, undefined for an untried one. */
function tryInWorker(
  uses: readonly PatternUse[],
  { workerFile, limits }: TrialOptions,
): Promise<(PatternFault | null | undefined)[]> {
  const results: (PatternFault | null | undefined)[] = uses.map(() => undefined);
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  return new Promise((resolve) => {
    const end = (): void => {
      unwatch();
      void worker.terminate();
      resolve(results);
    };
    let started: ThreadStarted | undefined;
    const unwatch = watchThread(() => started, limits, end);
    let remaining = uses.length;
    worker.on("message", (message: ThreadStarted | TrialAnswer) => {
      if ("threadId" in message) return void (started = message);
      const { index, fault } = message;
      results[index] = fault ?? null;
      remaining -= 1;
      if (remaining === 0) end();
    });
    worker.on("error", end);
    worker.postMessage(uses);
  });
}
