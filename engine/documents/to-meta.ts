import type { JsonSchema } from "#engine/base/known.ts";
import type { Described } from "./about.ts";
import { commonSchemaFile } from "./fragments.ts";
import { documentKinds } from "./kinds.ts";
import { blockDefinitions } from "./meta-blocks.ts";
import { dataSchemaDefinition, fieldDefinitions } from "./meta-fields.ts";
import { stepDefinitions } from "./meta-steps.ts";
import { withTitles } from "./meta-titles.ts";
import { textDefinitions, valueDefinitions } from "./meta-words.ts";
import type { ActionContract, BlockContract, WidgetContract } from "./props.ts";

export type { JsonSchema } from "#engine/base/known.ts";

/** The words that documents may use, collected from the registries. */
export interface Words {
  blocks: Record<string, Described<BlockContract>>;
  widgets: Record<string, Described<WidgetContract>>;
  actions: Record<string, Described<ActionContract>>;
  operators: readonly string[];
  /** Names of the pictures that documents may use. */
  icons: readonly string[];
}

/** One meta-schema per kind and the definitions they share, by file name: what stands in schemas/meta. */
export function toMetaSchemas(words: Words): Record<string, JsonSchema> {
  const files: Record<string, JsonSchema> = { [commonSchemaFile]: toCommonSchema(words) };
  for (const [kind, { schema }] of Object.entries(documentKinds)) {
    files[`${kind}.schema.json`] = {
      $id: `${kind}.schema.json`,
      $schema: "http://json-schema.org/draft-07/schema#",
      title: kind,
      ...(withTitles(JSON.parse(JSON.stringify(schema))) as JsonSchema),
    };
  }
  return files;
}

function toCommonSchema(words: Words): JsonSchema {
  return {
    $id: commonSchemaFile,
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Definitions that all kinds share",
    definitions: withTitles({
      ...textDefinitions(),
      ...valueDefinitions(words.operators),
      icon: { enum: [...words.icons] },
      ...stepDefinitions(words.actions),
      ...blockDefinitions(words.blocks),
      ...fieldDefinitions(words.widgets),
      dataSchema: dataSchemaDefinition(),
    }),
  };
}
