import type { Issue } from "#engine/core/base/issue.ts";
import { changeAt, type Change } from "#engine/core/base/change-at.ts";
import { didYouMean } from "#engine/authoring/check/support/suggestion.ts";
import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";

/** A change of the definition at a path: "screens/home.json". */
export interface DefinitionChange extends Change {
  readonly document: string;
}

/** Applies changes to definitions; `issues` reports changes of unknown definitions. */
export function applyChanges(
  sources: readonly SourceDefinition[],
  changes: readonly DefinitionChange[],
): { sources: SourceDefinition[]; issues: Issue[] } {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const issues = changes.flatMap(({ document: path, ...change }): Issue[] => {
    const source = byPath.get(path);
    if (source) byPath.set(path, { path, document: changeAt(source.document, change) as AnyDefinition });
    const message = `There is no such document${didYouMean(path, byPath.keys())}`;
    return source ? [] : [{ document: path, pointer: "", code: "definition/unknown", message }];
  });
  return { sources: [...byPath.values()], issues };
}
