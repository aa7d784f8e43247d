import type { Step } from "#engine/documents/fragments.ts";
import { findNearest, toPointerStep, type Issue } from "#engine/documents/issue.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./context.ts";

/** What a call is given must be arguments of its operation: a mistyped one would be refused by the server, long after the check. */
export const checkCalls: Check = (set) => {
  const issues: Issue[] = [];
  for (const source of set.sources) {
    for (const { slot, pointer, value } of set.found(source)) {
      if (slot === "event" || slot === "step") issues.push(...checkArguments(set, source, pointer, value as Step));
    }
  }
  return issues;
};

function checkArguments(set: DocumentSet, source: SourceDocument, pointer: string, step: Step): Issue[] {
  const known = typeof step["call"] === "string" ? set.context.operations.get(step["call"]) : undefined;
  if (!known) return [];
  return Object.keys((step["with"] ?? {}) as object).filter((name) => !known.has(name)).map((name) => {
    const near = findNearest(name, known);
    return issueAt(source, `${pointer}/with/${toPointerStep(name)}`, "unknown-argument", `${String(step["call"])} takes no "${name}"${near ? `; did you mean "${near}"?` : ""}`);
  });
}
