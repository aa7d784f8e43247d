import type { SourceDocument } from "#engine/check/parts/set.ts";
import { isKind } from "#engine/documents/document-of.ts";
import { documentKinds, toKey, type AnyDocument } from "#engine/documents/kinds.ts";
import { withoutOverridesOf } from "#engine/documents/merge.ts";
import { toQuestionDocuments } from "#engine/documents/questions-form.ts";

/**
 * The newest documents of one organisation, but for those that a transaction keeps (`pinned`): these have the overrides
 * of their day merged in, and today's do not reach them. A form of questions is made from its request again.
 */
export function toPinnedSources(
  sources: readonly SourceDocument[],
  orgId: string,
  pinned: readonly AnyDocument[],
): SourceDocument[] {
  const requests = pinned.filter((document) => isKind(document, "request"));
  const made = new Set(
    requests.flatMap((request) => toQuestionDocuments(request)).map(({ kind, id }) => toKey(kind, id)),
  );
  const kept = new Map(pinned.map((document) => [toKey(document.kind, document.id), document]));
  const kinds = new Set(pinned.map(({ kind }) => kind));
  const newest = sources.filter(
    ({ document, path: file }) =>
      !kinds.has(document.kind) && (document.kind !== "organisation" || file.split("/")[1] === orgId),
  );
  const own = [...kept.values(), ...findNewRules(sources, pinned)]
    .filter(({ kind, id }) => !made.has(toKey(kind, id)))
    .map((document) => ({ path: toPath(document, orgId), document }));
  return [...newest.map((source) => withoutOverrides(source, pinned)), ...own];
}

function withoutOverrides(source: SourceDocument, pinned: readonly AnyDocument[]): SourceDocument {
  const { path, document } = source;
  if (!isKind(document, "organisation") || !document.overrides) return source;
  return { path, document: { ...document, overrides: withoutOverridesOf(pinned, document.overrides) } };
}

function toPath({ kind, id }: AnyDocument, orgId: string): string {
  return kind === "request" ? `organisations/${orgId}/${id}.json` : `${documentKinds[kind].folder}/${id}.json`;
}

/** Rules that came since, as one document: today's screens ask them, and no rule that is kept has their name. */
function findNewRules(sources: readonly SourceDocument[], pinned: readonly AnyDocument[]): AnyDocument[] {
  const known = new Set(pinned.flatMap(toRules).map(([name]) => name));
  if (known.size === 0) return [];
  const fresh = sources.flatMap(({ document }) => toRules(document)).filter(([name]) => !known.has(name));
  if (fresh.length === 0) return [];
  return [
    {
      kind: "rules",
      id: "since",
      description: "Rules that came after the ones that are kept.",
      rules: Object.fromEntries(fresh),
    },
  ];
}

function toRules(document: AnyDocument) {
  return isKind(document, "rules") ? Object.entries(document.rules) : [];
}
