import type { JsonSchema } from "#engine/base/known.ts";
import type { Described } from "./about.ts";
import { propsToSchema, withLine } from "./meta-props.ts";
import { namedBy, snippet } from "./meta-snippets.ts";
import { local } from "./meta-words.ts";
import type { BlockContract } from "./props.ts";

type Blocks = Readonly<Record<string, Described<BlockContract>>>;

/** Blocks, each closed by its contract. `x-item` tells the check where `item` comes from, `x-brings` what an event does. */
export function blockDefinitions(blocks: Blocks): JsonSchema {
  const definitions: Record<string, JsonSchema> = {
    block: {
      type: "object",
      required: ["id", "block"],
      properties: {
        id: { description: "Tells the block from others of its screen: small letters, digits and hyphens." },
        block: { ...namedBy(blocks), description: "What it is drawn as." },
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
    description: "What is done when something happens to it.",
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
        description: "Tells the block from others of its screen: small letters, digits and hyphens.",
        examples: [name],
      },
      block: withLine({ const: name }, about.is),
      when: { ...local("rule"), description: "The block is there only where this holds." },
      ...(events.length > 0 ? { on } : {}),
      ...properties,
    },
    ...(contract.events ? { "x-brings": contract.events } : {}),
    ...(contract.offers ? { "x-offers": contract.offers } : {}),
    ...(contract.offersIn ? { "x-offers-in": contract.offersIn } : {}),
    ...(contract.itemOf ? { "x-item": { ...contract.itemOf, props: contract.perItem ?? [] } } : {}),
  };
}
