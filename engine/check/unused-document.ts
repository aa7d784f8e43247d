import type { KindName } from "#engine/documents/kinds.ts";
import { listReferences } from "./parts/places.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** Kinds of documents that count only where another one names them, with the references that do. */
const named: Readonly<Partial<Record<KindName, readonly string[]>>> = {
  form: ["form"],
  options: ["options"],
  verification: ["verification"],
  articles: ["article", "catalogue"],
};

/** A form, a list, a verification or an article that nothing names. */
export const unusedDocument: Check = (set) =>
  (Object.keys(named) as KindName[]).flatMap((kind) => {
    const used = new Set(
      (named[kind] ?? []).flatMap((ref) => (listReferences(set).get(ref) ?? []).map(({ value }) => value)),
    );
    return set
      .ofKind(kind)
      .filter(({ document }) => !used.has(document.id))
      .map((source) => issueAt(source, "", "unused-document", `Nothing names the ${kind} ${source.document.id}`));
  });
