import type { DocumentOf } from "#engine/documents/document-of.ts";
import type { Issue } from "#engine/base/issue.ts";
import { issueAt, type Check, type DocumentSet, type SourceDocument } from "./parts/set.ts";

const sources = ["items", "from", "call", "of"] as const;

/** A list of choices without a source, or with several: which of them counts? Or from one whose choices nobody knows. */
export const optionsSource: Check = (set) =>
  set.ofKind("options").flatMap((source) => {
    const options = source.document as DocumentOf<"options">;
    const given = sources.filter((name) => options[name] !== undefined);
    if (given.length === 1) return tellUnknown(set, source, options.from);
    const found = given.length === 0 ? "it has none" : `it has ${given.join(" and ")}`;
    const message = `A list comes from exactly one of ${sources.join(", ")}; ${found}`;
    return [issueAt(source, given[1] === undefined ? "" : `/${given[1]}`, "options-source", message)];
  });

/** What is searched or loaded is not known ahead: narrowed from it, a list would be empty and refuse every answer. */
function tellUnknown(set: DocumentSet, source: SourceDocument, from: string | undefined): Issue[] {
  const outer = from === undefined ? undefined : set.find("options", from);
  if (outer?.call === undefined && outer?.of === undefined) return [];
  const message = `The choices of ${from} are searched or loaded: no list can be made from them`;
  return [issueAt(source, "/from", "options-source", message)];
}
