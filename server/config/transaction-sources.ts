import type { SourceDefinition } from "#engine/authoring/check/support/definition-set.ts";
import { isKind } from "#engine/core/definitions/definition-of.ts";
import { definitionKinds, toDefinitionKey, type AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { withoutOverridesOf } from "#engine/core/definitions/merge.ts";
import { toQuestionDefinitions } from "#engine/core/definitions/questions-form.ts";

/**
 * The newest definitions of one organisation, mixed with the stored ones of a transaction. Stored definitions have the
 * overrides of their time merged in, so present overrides do not apply to them. Question forms are made from their
 * request again.
 */
export function toTransactionSources(
  sources: readonly SourceDefinition[],
  orgId: string,
  definitions: readonly AnyDefinition[],
): SourceDefinition[] {
  const requests = definitions.filter((document) => isKind(document, "request"));
  const generated = new Set(
    requests.flatMap((request) => toQuestionDefinitions(request)).map(({ kind, id }) => toDefinitionKey(kind, id)),
  );
  const stored = new Map(definitions.map((document) => [toDefinitionKey(document.kind, document.id), document]));
  const kinds = new Set(definitions.map(({ kind }) => kind));
  const newest = sources.filter(
    ({ document, path: file }) =>
      !kinds.has(document.kind) && (document.kind !== "organisation" || file.split("/")[1] === orgId),
  );
  const own = [...stored.values(), ...findNewRules(sources, definitions), ...findNewDefinitions(sources, stored)]
    .filter(({ kind, id }) => !generated.has(toDefinitionKey(kind, id)))
    .map((document) => ({ path: toPath(document, orgId), document }));
  return [...newest.map((source) => withoutOverrides(source, definitions)), ...own];
}

function withoutOverrides(source: SourceDefinition, definitions: readonly AnyDefinition[]): SourceDefinition {
  const { path, document } = source;
  if (!isKind(document, "organisation") || !document.overrides) return source;
  return { path, document: { ...document, overrides: withoutOverridesOf(definitions, document.overrides) } };
}

function toPath({ kind, id }: AnyDefinition, orgId: string): string {
  return kind === "request" ? `organisations/${orgId}/${id}.json` : `${definitionKinds[kind].folder}/${id}.json`;
}

/** Kinds that screens refer to by id. */
const referredKinds: ReadonlySet<string> = new Set(["form", "options"]);

/** Newer forms and option lists: present screens refer to them, and no stored one has their id. */
const findNewDefinitions = (
  sources: readonly SourceDefinition[],
  stored: ReadonlyMap<string, AnyDefinition>,
): AnyDefinition[] =>
  sources
    .map(({ document }) => document)
    .filter(({ kind, id }) => referredKinds.has(kind) && !stored.has(toDefinitionKey(kind, id)));

/** Newer rules in one definition: present screens use them, and no stored rule has their name. */
function findNewRules(sources: readonly SourceDefinition[], definitions: readonly AnyDefinition[]): AnyDefinition[] {
  const known = new Set(definitions.flatMap(toRules).map(([name]) => name));
  if (known.size === 0) return [];
  const added = sources.flatMap(({ document }) => toRules(document)).filter(([name]) => !known.has(name));
  if (added.length === 0) return [];
  return [
    {
      kind: "rules",
      id: "since",
      description: "Rules that came after the ones that are stored.",
      rules: Object.fromEntries(added),
    },
  ];
}

function toRules(document: AnyDefinition) {
  return isKind(document, "rules") ? Object.entries(document.rules) : [];
}
