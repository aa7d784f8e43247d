import type { JsonSchema } from "#engine/base/known.ts";
import { propsToSchema, propToSchema } from "./meta-props.ts";
import { local, tableOf } from "./meta-words.ts";
import type { ActionContract } from "./props.ts";

const free = { "^x-": {} };

/** Picks a closed definition by the key that names it; an object without any of the keys is refused. */
function byKey(names: string[], prefix: string): JsonSchema {
  return {
    type: "object",
    anyOf: names.map((name) => ({ required: [name] })),
    allOf: names.map((name) => ({ if: { required: [name] }, then: local(`${prefix}-${name}`) })),
  };
}

/** Steps: one, several, or a table of them; each action by its contract. */
export function stepDefinitions(actions: Record<string, ActionContract>): JsonSchema {
  const definitions: Record<string, JsonSchema> = {
    event: {
      type: ["object", "array"],
      if: { type: "array" },
      then: local("steps"),
      else: { if: { required: ["otherwise"] }, then: local("stepTable"), else: local("step") },
    },
    step: { "x-slot": "step", ...byKey(Object.keys(actions), "action") },
    steps: { type: "array", items: local("step") },
    stepTable: tableOf("do", local("steps"), { id: { type: "string", pattern: "^[a-z0-9-]+$" } }),
  };
  for (const [name, contract] of Object.entries(actions)) {
    const { properties, required } = propsToSchema(contract.props);
    definitions[`action-${name}`] = {
      type: "object",
      required: [name, ...required],
      additionalProperties: false,
      patternProperties: free,
      properties: { [name]: propToSchema(contract.main), ...properties },
      ...(contract.ends ? { "x-ends": true } : {}),
    };
  }
  return definitions;
}
