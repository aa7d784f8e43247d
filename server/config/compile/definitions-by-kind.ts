import { isKind, type DefinitionOf } from "#engine/core/definitions/definition-of.ts";
import { toDefinitionKey, type AnyDefinition, type KindName } from "#engine/core/definitions/kinds.ts";

/** Checked definitions, found by kind and id with the type of their kind. */
export interface DefinitionsByKind {
  all: readonly AnyDefinition[];
  get<K extends KindName>(kind: K, id: string): DefinitionOf<K> | undefined;
  list<K extends KindName>(kind: K): DefinitionOf<K>[];
}

/** Of two definitions with the same kind and id the later wins. */
export function toDefinitionsByKind(all: readonly AnyDefinition[]): DefinitionsByKind {
  const byKey = new Map(all.map((document) => [toDefinitionKey(document.kind, document.id), document]));
  return {
    all,
    get: (kind, id) => {
      const found = byKey.get(toDefinitionKey(kind, id));
      return found && isKind(found, kind) ? found : undefined;
    },
    list: (kind) => all.filter((document) => isKind(document, kind)),
  };
}
