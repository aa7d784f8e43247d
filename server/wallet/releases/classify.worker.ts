import { parentPort } from "node:worker_threads";
import type { AnyDocument } from "#engine/documents/kinds.ts";
import { classifyRequest, usualSeed, type Compatibility, type RequestReleases } from "#engine/release/classify.ts";
import { toKeptDocuments } from "#engine/release/kept-documents.ts";
import { compileSection } from "#server/config/compile-validator.ts";

/** A request between two releases, as it is sent to the worker: documents without functions. */
export interface ClassifyTask extends Pick<RequestReleases, "orgId" | "formId"> {
  readonly former: readonly AnyDocument[];
  readonly newer: readonly AnyDocument[];
  /** ISO 8601. */
  readonly now: string;
}

/** The class of one request. It tries hundreds of submissions, so the thread that serves does not do it. */
export function classifyTask({ former, newer, now, ...names }: ClassifyTask): Compatibility {
  return classifyRequest(
    { ...names, former: toKeptDocuments(former), newer: toKeptDocuments(newer) },
    { compile: compileSection, seed: usualSeed, now },
  );
}

parentPort?.on("message", (task: ClassifyTask) => parentPort?.postMessage(classifyTask(task)));
