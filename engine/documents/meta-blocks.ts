import type { JsonSchema } from "#engine/base/known.ts";
import { propsToSchema } from "./meta-props.ts";
import { local } from "./meta-words.ts";
import type { BlockContract } from "./props.ts";

/** Blocks, each closed by its contract. `x-item` tells the check where `item` comes from, `x-brings` what an event does. */
export function blockDefinitions(blocks: Record<string, BlockContract>): JsonSchema {
  const definitions: Record<string, JsonSchema> = {
    block: {
      type: "object",
      required: ["id", "block"],
      properties: { block: { enum: Object.keys(blocks) } },
      allOf: Object.keys(blocks).map((name) => ({
        if: { required: ["block"], properties: { block: { const: name } } },
        then: local(`block-${name}`),
      })),
    },
  };
  for (const [name, contract] of Object.entries(blocks)) definitions[`block-${name}`] = blockDefinition(name, contract);
  return definitions;
}

function blockDefinition(name: string, contract: BlockContract): JsonSchema {
  const { properties, required } = propsToSchema(contract.props);
  const events = Object.keys(contract.events ?? {});
  const on = {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(events.map((event) => [event, local("event")])),
  };
  return {
    type: "object",
    required: ["id", "block", ...required],
    additionalProperties: false,
    patternProperties: { "^x-": {} },
    properties: {
      id: { type: "string", pattern: "^[a-z0-9-]+$" },
      block: { const: name },
      when: local("rule"),
      ...(events.length > 0 ? { on } : {}),
      ...properties,
    },
    ...(contract.events ? { "x-brings": contract.events } : {}),
    ...(contract.offers ? { "x-offers": contract.offers } : {}),
    ...(contract.offersIn ? { "x-offers-in": contract.offersIn } : {}),
    ...(contract.itemOf ? { "x-item": { ...contract.itemOf, props: contract.perItem ?? [] } } : {}),
  };
}
