import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { AnyDefinition } from "#engine/core/definitions/kinds.ts";
import { listTargets } from "#engine/core/definitions/merge.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";

/**
 * Builds the definition of the keys of `overrides`: every node that an override can change. Editors complete them but
 * do not require them; the check suggests the probable one.
 */
export function toOverrideKeys(set: DefinitionSet): JsonSchema {
  const targets = set.sources
    .filter(({ document }) => document.kind !== "organisation")
    .flatMap(({ document }) => listTargets(document as AnyDefinition));
  return { properties: Object.fromEntries(targets.map(({ target, line }) => [target, { description: line }])) };
}
