import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { classifyByDocuments, type Compatibility } from "#engine/authoring/release/classify.ts";
import { compileSection } from "#server/config/compile-validator.ts";
import { builtPath } from "#server/root.ts";
import type { TransactionDefinitions } from "../transactions/pinned-definitions.ts";
import { classifyTask, type ClassifyTask } from "./classify.worker.ts";

/** A request that takes longer to classify stays on its release. */
const timeoutMs = 60_000;
const workerFile = builtPath("server/wallet/releases/classify.worker.js");

// Releases are immutable, so results stay valid.
const cache = new Map<string, Promise<Compatibility>>();
const cacheMax = 500;

/**
 * The compatibility class of one request between two releases, cached. Rejects when classification fails or times out;
 * the next call tries again.
 */
export function findCompatibility(
  former: TransactionDefinitions,
  newer: TransactionDefinitions,
  formId: string,
  now: Date,
): Promise<Compatibility> {
  const key = [former.orgId, formId, former.releaseId, newer.releaseId].join("\n");
  const found = cache.get(key);
  if (found) return found;
  const oldest = cache.size >= cacheMax ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  const classified = classify(former, newer, formId, now.toISOString());
  cache.set(key, classified);
  classified.catch(() => cache.delete(key));
  return classified;
}

async function classify(
  former: TransactionDefinitions,
  newer: TransactionDefinitions,
  formId: string,
  now: string,
): Promise<Compatibility> {
  const names = { orgId: former.orgId, formId };
  const byDefinitions = classifyByDocuments(
    { ...names, former: former.pinned, newer: newer.pinned },
    { compile: compileSection, now },
  );
  if (byDefinitions) return byDefinitions;
  const [before, after] = [[...former.pinned.byKey.values()], [...newer.pinned.byKey.values()]];
  const task: ClassifyTask = { ...names, former: before, newer: after, now };
  return existsSync(workerFile) ? classifyInWorker(task) : classifyTask(task);
}

function classifyInWorker(task: ClassifyTask): Promise<Compatibility> {
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  worker.unref();
  const answer = new Promise<Compatibility>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Classifying ${task.formId} timed out`)), timeoutMs);
    timer.unref();
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error(`Classifying ${task.formId} ended without a result`)));
    worker.postMessage(task);
  });
  return answer.finally(() => worker.terminate());
}
