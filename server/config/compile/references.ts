import { isKind } from "#engine/core/definitions/definition-of.ts";
import type { MetaSchemas } from "#engine/core/definitions/find-slots.ts";
import { toDefinitionKey, type AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { isCatalogue, readFacts } from "./definition-facts.ts";

/** What definitions refer to, within one set. */
export interface References {
  /** These definitions and all that they refer to, directly or not. Never another screen. */
  close(roots: readonly AnyDefinition[]): AnyDefinition[];
  /** The definitions of a reference. */
  find(ref: string, id: string): AnyDefinition[];
  /** The definition that contains a named rule. */
  findRuleHome(name: string): AnyDefinition | undefined;
}

/** Follows references: flows, forms, options, catalogues and rules. */
export function createReferences(documents: readonly AnyDefinition[], metas: MetaSchemas): References {
  const byKey = new Map(documents.map((document) => [toDefinitionKey(document.kind, document.id), document]));
  const ruleHomes = new Map<string, AnyDefinition>();
  for (const document of documents)
    if (isKind(document, "rules")) for (const name of Object.keys(document.rules)) ruleHomes.set(name, document);
  const named = new Map<AnyDefinition, AnyDefinition[]>();

  function namedBy(document: AnyDefinition): AnyDefinition[] {
    // The form of a verification comes with the verification's own bundle.
    if (document.kind === "verification") return [];
    const { references, rules } = readFacts(metas, document);
    return [
      ...references.flatMap(({ ref, id }) => (ref === "screen" ? [] : find(ref, id))),
      ...rules.flatMap((name) => ruleHomes.get(name) ?? []),
    ];
  }
  function find(ref: string, id: string): AnyDefinition[] {
    if (ref === "catalogue" || ref === "article")
      return documents.filter((document) => document.id === id && isCatalogue(document));
    const document = byKey.get(toDefinitionKey(ref, id));
    return document ? [document] : [];
  }
  function close(roots: readonly AnyDefinition[]): AnyDefinition[] {
    const closed = new Set(roots);
    for (const document of closed) {
      const others = named.get(document) ?? namedBy(document);
      named.set(document, others);
      for (const other of others) closed.add(other);
    }
    return [...closed];
  }
  return { close, find, findRuleHome: (name) => ruleHomes.get(name) };
}
