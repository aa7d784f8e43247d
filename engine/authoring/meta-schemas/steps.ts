import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { Described } from "#engine/core/definitions/about.ts";
import { argumentsReference, type CallerKey } from "#engine/core/definitions/names.ts";
import type { ActionContract } from "#engine/core/definitions/props.ts";
import { propsToSchema, propToSchema, withLine } from "./props.ts";
import { snippet, toStop } from "./snippets.ts";
import { local, tableOf } from "./texts.ts";

const free = { "^x-": {} };

type Actions = Readonly<Record<string, Described<ActionContract>>>;

/**
 * Selects an action's definition by its key. An object without such a key is invalid, and editors complete the keys.
 */
function byKey(actions: Actions): JsonSchema {
  const names = Object.keys(actions);
  const anyOf = names.map((name) => ({ required: [name] }));
  const properties = Object.fromEntries(names.map((name) => [name, withLine({}, actions[name]?.about.is)]));
  return {
    type: "object",
    anyOf,
    allOf: names.map((name) => ({ if: { required: [name] }, then: local(`action-${name}`) })),
    if: { anyOf },
    else: { properties },
  };
}

/** Definitions of steps: one, several, or a table of them; each action by its contract. */
export function stepDefinitions(actions: Actions): JsonSchema {
  const defaultSnippets = Object.entries(actions).map(([name, { contract, about }]) =>
    snippet(name, about.is, { [name]: toStop(contract.main, 1) }, contract.props),
  );
  const id = {
    type: "string",
    pattern: "^[a-z0-9-]+$",
    description: "The id of the row in its table; the trace names it.",
    examples: ["signed-in"],
  };
  const definitions: Record<string, JsonSchema> = {
    event: {
      type: ["object", "array"],
      if: { type: "array" },
      then: local("steps"),
      else: { if: { required: ["otherwise"] }, then: local("stepTable"), else: local("step") },
      defaultSnippets,
    },
    step: { "x-slot": "step", ...byKey(actions), defaultSnippets },
    steps: { type: "array", items: local("step") },
    stepTable: tableOf("do", local("steps"), "The steps, in order.", { id }),
  };
  for (const [name, { contract, about }] of Object.entries(actions)) {
    const { properties, required } = propsToSchema(contract.props, about.props);
    const { main } = contract;
    const calls = typeof main === "object" && "ref" in main && (main.ref === "operation" || main.ref === "screen");
    definitions[`action-${name}`] = {
      type: "object",
      required: [name, ...required],
      additionalProperties: false,
      patternProperties: free,
      properties: { [name]: withLine(propToSchema(main), about.is), ...properties },
      ...(calls ? { allOf: [argumentsReference(name as CallerKey)] } : {}),
      ...(contract.ends ? { "x-ends": true } : {}),
    };
  }
  return definitions;
}
