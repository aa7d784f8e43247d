import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { Described } from "#engine/core/definitions/about.ts";
import type { BlockContract } from "#engine/core/definitions/props.ts";
import { propsToSchema, withLine } from "./props.ts";
import { namedBy, snippet } from "./snippets.ts";
import { local } from "./texts.ts";

type Blocks = Readonly<Record<string, Described<BlockContract>>>;

/**
 * Definitions of blocks, each closed by its contract. For the check: `x-item` names the source of `item`, `x-brings`
 * the roots of an event.
 */
export function blockDefinitions(blocks: Blocks): JsonSchema {
  const definitions: Record<string, JsonSchema> = {
    block: {
      type: "object",
      required: ["id", "block"],
      properties: {
        id: { description: "The id of the block in its screen: lower-case letters, digits and hyphens." },
        block: { ...namedBy(blocks), description: "The kind of block." },
      },
      allOf: Object.keys(blocks).map((name) => ({
        if: { required: ["block"], properties: { block: { const: name } } },
        then: local(`block-${name}`),
      })),
      defaultSnippets: Object.entries(blocks).map(([name, { contract, about }]) =>
        snippet(name, about.is, { id: "$1", block: name }, contract.props),
      ),
    },
  };
  for (const [name, block] of Object.entries(blocks)) definitions[`block-${name}`] = blockDefinition(name, block);
  return definitions;
}

function blockDefinition(name: string, { contract, about }: Described<BlockContract>): JsonSchema {
  const { properties, required } = propsToSchema(contract.props, about.props);
  const events = Object.keys(contract.events ?? {});
  const on = {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(events.map((event) => [event, withLine(local("event"), about.on?.[event])])),
    description: "The steps for each event of the block.",
  };
  return {
    ...withLine({}, about.is),
    type: "object",
    required: ["id", "block", ...required],
    additionalProperties: false,
    patternProperties: { "^x-": {} },
    properties: {
      id: {
        type: "string",
        pattern: "^[a-z0-9-]+$",
        description: "The id of the block in its screen: lower-case letters, digits and hyphens.",
        examples: [name],
      },
      block: withLine({ const: name }, about.is),
      when: { ...local("rule"), description: "The block is shown only where this is true." },
      ...(events.length > 0 ? { on } : {}),
      ...properties,
    },
    ...(contract.events ? { "x-brings": contract.events } : {}),
    ...(contract.offers ? { "x-offers": contract.offers } : {}),
    ...(contract.offersIn ? { "x-offers-in": contract.offersIn } : {}),
    ...(contract.itemOf ? { "x-item": { ...contract.itemOf, props: contract.perItem ?? [] } } : {}),
  };
}
