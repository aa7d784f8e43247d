import type { JsonSchema } from "#engine/base/known.ts";
import type { DocumentSet } from "#engine/check/parts/set.ts";
import { roots } from "#engine/scope/index.ts";
import { toDeclarers, viewKeys } from "./declared.ts";

/** What `set` may write: what any screen keeps as `view`, which a screen declares for itself, and the keys of `session` that there are. */
export function toSettable(set: DocumentSet): JsonSchema {
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
        errorMessage: "set writes keys of view, and of session those that documents may write.",
      },
    },
  };
}
