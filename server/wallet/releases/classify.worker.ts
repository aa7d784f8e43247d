import { parentPort } from "node:worker_threads";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import {
  classifyRequest,
  defaultSeed,
  type Compatibility,
  type RequestReleases,
} from "#engine/authoring/release/classify.ts";
import { toPinnedDefinitions } from "#engine/authoring/release/pinned-definitions.ts";
import { compileSection } from "#server/config/compile-validator.ts";

/** A request in two releases, as a message to the worker: definitions without functions. */
export interface ClassifyTask extends Pick<RequestReleases, "orgId" | "formId"> {
  readonly former: readonly AnyDefinition[];
  readonly newer: readonly AnyDefinition[];
  /** ISO 8601. */
  readonly now: string;
}

/** The compatibility class of one request. It tries hundreds of submissions, too slow for the serving thread. */
export function classifyTask({ former, newer, now, ...names }: ClassifyTask): Compatibility {
  return classifyRequest(
    { ...names, former: toPinnedDefinitions(former), newer: toPinnedDefinitions(newer) },
    { compile: compileSection, seed: defaultSeed, now },
  );
}

parentPort?.on("message", (task: ClassifyTask) => parentPort?.postMessage(classifyTask(task)));
