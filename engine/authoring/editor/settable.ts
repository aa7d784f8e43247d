import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { DefinitionSet } from "#engine/authoring/check/support/definition-set.ts";
import { roots } from "#engine/core/scope/index.ts";
import { toDeclarers, viewKeys } from "./declared-names.ts";

/**
 * Builds the definition of the keys that `set` may write: `view` keys of any screen, and writable keys of `session`.
 */
export function toSettable(set: DefinitionSet): JsonSchema {
  const { contract, writable = [] } = roots.session;
  const { properties } = JSON.parse(JSON.stringify(contract())) as { properties: Record<string, JsonSchema> };
  const view = [...set.once(viewKeys)].map(([key, ids]) => [`view.${key}`, toDeclarers("screen", ids)]);
  const session = writable.map((key) => [`session.${key}`, properties[key]?.["description"]]);
  return {
    properties: Object.fromEntries([...view, ...session].map(([key, description]) => [key, { description }])),
    propertyNames: {
      if: { pattern: "^view[.][^.]+$" },
      else: {
        enum: session.map(([key]) => key),
        errorMessage: "set writes keys of view, and writable keys of session.",
      },
    },
  };
}
