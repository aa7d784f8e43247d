import type { JsonSchema } from "#engine/core/base/value-type.ts";
import type { Described } from "#engine/core/definitions/about.ts";
import { commonSchemaFile } from "#engine/core/definitions/fragments.ts";
import { dataPaths } from "#engine/core/definitions/names.ts";
import { definitionKinds } from "#engine/core/definitions/kinds.ts";
import type { ActionContract, BlockContract, WidgetContract } from "#engine/core/definitions/props.ts";
import { blockDefinitions } from "./blocks.ts";
import { dataSchemaDefinition, fieldDefinitions } from "./fields.ts";
import { stepDefinitions } from "./steps.ts";
import { textDefinitions, valueDefinitions } from "./texts.ts";
import { withTitles } from "./titles.ts";

export type { JsonSchema } from "#engine/core/base/value-type.ts";

/** Names that definitions may use, from the registries. */
export interface Vocabulary {
  blocks: Record<string, Described<BlockContract>>;
  widgets: Record<string, Described<WidgetContract>>;
  actions: Record<string, Described<ActionContract>>;
  operators: readonly string[];
  /** Names of the icons. */
  icons: readonly string[];
}

/** Returns the content of schemas/meta by file name: one meta-schema per kind, and the shared definitions. */
export function toMetaSchemas(words: Vocabulary): Record<string, JsonSchema> {
  const files: Record<string, JsonSchema> = { [commonSchemaFile]: toCommonSchema(words) };
  for (const [kind, { schema }] of Object.entries(definitionKinds)) {
    files[`${kind}.schema.json`] = {
      $id: `${kind}.schema.json`,
      $schema: "http://json-schema.org/draft-07/schema#",
      title: kind,
      ...withDataPaths(kind, withTitles(JSON.parse(JSON.stringify(schema))) as JsonSchema),
    };
  }
  return files;
}

/** Expressions outside of forms may read the data of any form; those of a form complete its own paths. */
const withDataPaths = (kind: string, schema: JsonSchema): JsonSchema =>
  kind === "form" ? schema : { ...schema, allOf: [...((schema["allOf"] ?? []) as JsonSchema[]), dataPaths] };

function toCommonSchema(words: Vocabulary): JsonSchema {
  return {
    $id: commonSchemaFile,
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Shared definitions",
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
