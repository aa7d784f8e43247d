import { isKind, type DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { toDefinitionKey, type AnyDefinition, type KindName } from "#engine/core/definitions/kinds.ts";
import type { Expr } from "#engine/core/rules/evaluate.ts";

/**
 * The kinds that shape data and price of a transaction: it is pinned to those of its first release. All other kinds are
 * always the newest. Migrations of a newer release belong to its forms.
 */
export const pinnedKinds = [
  "request",
  "verification",
  "form",
  "rules",
  "options",
  "prices",
  "migration",
] as const satisfies KindName[];
type PinnedKind = (typeof pinnedKinds)[number];

/** The pinned definitions of one organisation and release. */
export interface PinnedDefinitions {
  /** By "kind/id". */
  readonly byKey: ReadonlyMap<string, AnyDefinition>;
  /** The expressions of all named rules. */
  readonly rules: Readonly<Record<string, Expr>>;
  find<K extends KindName>(kind: K, id: string): DefinitionOf<K> | undefined;
  list<K extends PinnedKind>(kind: K): DefinitionOf<K>[];
}

/** Selects the definitions to pin. */
export function toPinnedDefinitions(documents: Iterable<AnyDefinition>): PinnedDefinitions {
  const kinds: ReadonlySet<string> = new Set(pinnedKinds);
  const pinned = [...documents].filter(({ kind }) => kinds.has(kind));
  const byKey = new Map(pinned.map((document) => [toDefinitionKey(document.kind, document.id), document]));
  const rules = pinned.filter((document) => isKind(document, "rules")).flatMap(({ rules: all }) => Object.entries(all));
  return {
    byKey,
    rules: Object.fromEntries(rules.map(([name, { expr }]) => [name, expr])),
    list: (kind) => pinned.filter((document) => isKind(document, kind)),
    find: <K extends KindName>(kind: K, id: string) =>
      byKey.get(toDefinitionKey(kind, id)) as DefinitionOf<K> | undefined,
  };
}
