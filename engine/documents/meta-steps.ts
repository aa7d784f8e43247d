import type { JsonSchema } from "#engine/base/known.ts";
import type { Described } from "./about.ts";
import { propsToSchema, propToSchema, withLine } from "./meta-props.ts";
import { snippet, toStop } from "./meta-snippets.ts";
import { local, tableOf } from "./meta-words.ts";
import { takenBy, type Caller } from "./names.ts";
import type { ActionContract } from "./props.ts";

const free = { "^x-": {} };

type Actions = Readonly<Record<string, Described<ActionContract>>>;

/** Picks a closed definition by the key that names it; an object without any of the keys is refused, and completed with them. */
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

/** Steps: one, several, or a table of them; each action by its contract. */
export function stepDefinitions(actions: Actions): JsonSchema {
  const defaultSnippets = Object.entries(actions).map(([name, { contract, about }]) =>
    snippet(name, about.is, { [name]: toStop(contract.main, 1) }, contract.props),
  );
  const id = {
    type: "string",
    pattern: "^[a-z0-9-]+$",
    description: "Tells the row from others of its table; the trace names it.",
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
    stepTable: tableOf("do", local("steps"), "What is done, in order.", { id }),
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
      ...(calls ? { allOf: [takenBy(name as Caller)] } : {}),
      ...(contract.ends ? { "x-ends": true } : {}),
    };
  }
  return definitions;
}
