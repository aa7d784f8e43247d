import type { Static } from "typebox";
import type { AnyDefinition, definitionKinds, KindName } from "./kinds.ts";

/** A lookup table of types: TypeScript resolves each kind once. */
type DocumentTypes = { [K in KindName]: Static<(typeof definitionKinds)[K]["schema"]> };

/**
 * The type of a definition by its kind: `DefinitionOf<"form">`. It is a type only, so a page that uses it loads no
 * schema.
 */
export type DefinitionOf<K extends KindName> = DocumentTypes[K];

/** Narrows a checked definition to a kind. */
export function isKind<K extends KindName>(
  document: AnyDefinition,
  kind: K,
): document is AnyDefinition & DefinitionOf<K> {
  return document.kind === kind;
}
