import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { classifyByDocuments, type Compatibility } from "#engine/release/classify.ts";
import { compileSection } from "#server/config/compile-validator.ts";
import { builtPath } from "#server/root.ts";
import type { TransactionDocuments } from "../transactions/documents.ts";
import { classifyTask, type ClassifyTask } from "./classify.worker.ts";

/** A request that takes longer to judge is left on its release. */
const timeoutMs = 60_000;
const workerFile = builtPath("server/wallet/releases/classify.worker.js");

// Releases are immutable, so what was found once holds for ever.
const known = new Map<string, Promise<Compatibility>>();
const knownMax = 500;

/**
 * How far a request of one release is from the same of another; found once for each pair. Rejects when judging fails
 * or takes too long; the next who asks tries again.
 */
export function findCompatibility(
  former: TransactionDocuments,
  newer: TransactionDocuments,
  formId: string,
  now: Date,
): Promise<Compatibility> {
  const key = [former.orgId, formId, former.releaseId, newer.releaseId].join("\n");
  const found = known.get(key);
  if (found) return found;
  const oldest = known.size >= knownMax ? known.keys().next().value : undefined;
  if (oldest !== undefined) known.delete(oldest);
  const judged = classify(former, newer, formId, now.toISOString());
  known.set(key, judged);
  judged.catch(() => known.delete(key));
  return judged;
}

async function classify(
  former: TransactionDocuments,
  newer: TransactionDocuments,
  formId: string,
  now: string,
): Promise<Compatibility> {
  const names = { orgId: former.orgId, formId };
  const plain = classifyByDocuments(
    { ...names, former: former.kept, newer: newer.kept },
    { compile: compileSection, now },
  );
  if (plain) return plain;
  const [before, after] = [[...former.kept.byKey.values()], [...newer.kept.byKey.values()]];
  const task: ClassifyTask = { ...names, former: before, newer: after, now };
  return existsSync(workerFile) ? ask(task) : classifyTask(task);
}

function ask(task: ClassifyTask): Promise<Compatibility> {
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  worker.unref();
  const answer = new Promise<Compatibility>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Judging ${task.formId} took too long`)), timeoutMs);
    timer.unref();
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error(`Judging ${task.formId} ended without an answer`)));
    worker.postMessage(task);
  });
  return answer.finally(() => worker.terminate());
}
