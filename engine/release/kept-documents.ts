import { isKind, type DocumentOf } from "#engine/documents/document-of.ts";
import { toKey, type AnyDocument, type KindName } from "#engine/documents/kinds.ts";
import type { Expr } from "#engine/rules/evaluate.ts";

/**
 * The kinds that shape a transaction's data and price; it keeps them from the release it began with. All else is always the
 * newest. Migrations of a newer release lead to its own forms.
 */
export const keptKinds = [
  "request",
  "verification",
  "form",
  "rules",
  "options",
  "prices",
  "migration",
] as const satisfies KindName[];
type KeptKind = (typeof keptKinds)[number];

/** What one organisation's transactions keep of one release. */
export interface KeptDocuments {
  /** By "kind/id". */
  readonly byKey: ReadonlyMap<string, AnyDocument>;
  /** Every named rule's expression. */
  readonly rules: Readonly<Record<string, Expr>>;
  find<K extends KindName>(kind: K, id: string): DocumentOf<K> | undefined;
  list<K extends KeptKind>(kind: K): DocumentOf<K>[];
}

/** The kept ones among the finished documents of an organisation. */
export function toKeptDocuments(documents: Iterable<AnyDocument>): KeptDocuments {
  const kinds: ReadonlySet<string> = new Set(keptKinds);
  const kept = [...documents].filter(({ kind }) => kinds.has(kind));
  const byKey = new Map(kept.map((document) => [toKey(document.kind, document.id), document]));
  const rules = kept.filter((document) => isKind(document, "rules")).flatMap(({ rules: all }) => Object.entries(all));
  return {
    byKey,
    rules: Object.fromEntries(rules.map(([name, { expr }]) => [name, expr])),
    list: (kind) => kept.filter((document) => isKind(document, kind)),
    find: (kind, id) => {
      const found = byKey.get(toKey(kind, id));
      return found && isKind(found, kind) ? found : undefined;
    },
  };
}
