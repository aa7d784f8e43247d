import type { Issue } from "#engine/base/issue.ts";
import { changeAt, type Change } from "#engine/base/change-at.ts";
import { meantOf } from "#engine/check/parts/meant.ts";
import type { SourceDocument } from "#engine/check/parts/set.ts";
import type { AnyDocument } from "#engine/documents/kinds.ts";

/** A change of the document at that path: "screens/home.json". */
export interface DocumentChange extends Change {
  readonly document: string;
}

/** Documents with changes made; `issues` are changes of documents that there are not. */
export function changeDocuments(
  sources: readonly SourceDocument[],
  changes: readonly DocumentChange[],
): { sources: SourceDocument[]; issues: Issue[] } {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const issues = changes.flatMap(({ document: path, ...change }): Issue[] => {
    const source = byPath.get(path);
    if (source) byPath.set(path, { path, document: changeAt(source.document, change) as AnyDocument });
    const message = `There is no such document${meantOf(path, byPath.keys())}`;
    return source ? [] : [{ document: path, pointer: "", code: "unknown-document", message }];
  });
  return { sources: [...byPath.values()], issues };
}
