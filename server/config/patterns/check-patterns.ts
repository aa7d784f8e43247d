import type { SourceDocument } from "#engine/check/parts/set.ts";
import type { Issue } from "#engine/base/issue.ts";
import type { MetaSchemas } from "#engine/documents/walk.ts";
import { findPatternFault } from "#engine/rules/pattern-fault.ts";
import { findPatterns } from "./find-patterns.ts";
import { judgePatterns } from "./judge-patterns.ts";

/**
 * What the pure check cannot find out: patterns that the linear engine does not know, and patterns that take long on
 * some text. Needs documents of good shape; a pattern that the check refuses already is left to it.
 */
export async function checkPatterns(sources: readonly SourceDocument[], metas: MetaSchemas): Promise<Issue[]> {
  const found = findPatterns(sources, metas).filter(({ pattern }) => findPatternFault(pattern) === undefined);
  const faults = await judgePatterns(found);
  return found.flatMap(({ document, pointer }, at) => {
    const fault = faults[at];
    return fault ? [{ document, pointer, code: fault.code, message: fault.message }] : [];
  });
}
