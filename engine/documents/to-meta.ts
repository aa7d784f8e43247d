import { documentKinds } from "./kinds.ts";
import { commonSchemaFile } from "./fragments.ts";
import { toPropName, type ActionContract, type BlockContract, type Props, type PropSpec, type WidgetContract } from "./props.ts";
import { fieldProperties } from "./form.ts";

/** A plain JSON Schema. */
export type JsonSchema = Record<string, unknown>;

/** The words that documents may use, collected from the registries. */
export interface Words {
  blocks: Record<string, BlockContract>;
  widgets: Record<string, WidgetContract>;
  actions: Record<string, ActionContract>;
  operators: readonly string[];
}

const local = (definition: string): JsonSchema => ({ $ref: `${commonSchemaFile}#/definitions/${definition}` });
const free = { "^x-": {} };

/** One meta-schema per kind and the definitions they share, by file name: what stands in schemas/meta. */
export function toMetaSchemas(words: Words): Record<string, JsonSchema> {
  const files: Record<string, JsonSchema> = { [commonSchemaFile]: toCommonSchema(words) };
  for (const [kind, { schema }] of Object.entries(documentKinds)) {
    files[`${kind}.schema.json`] = { $id: `${kind}.schema.json`, $schema: "http://json-schema.org/draft-07/schema#", title: kind, ...(JSON.parse(JSON.stringify(schema)) as JsonSchema) };
  }
  return files;
}

function toCommonSchema(words: Words): JsonSchema {
  return {
    $id: commonSchemaFile,
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Definitions that all kinds share",
    definitions: {
      ...textDefinitions(),
      rule: { "x-slot": "rule", anyOf: [{ type: "boolean" }, local("expression")] },
      value: { "x-slot": "value" },
      expression: { type: "object", minProperties: 1, maxProperties: 1, propertyNames: { enum: [...words.operators] } },
      ...stepDefinitions(words.actions),
      ...blockDefinitions(words.blocks),
      ...fieldDefinitions(words.widgets),
      dataSchema: dataSchemaDefinition(),
    },
  };
}

function textDefinitions(): JsonSchema {
  const template = {
    type: "object", required: ["text"], additionalProperties: false,
    properties: { text: { type: "string" }, with: { type: "object", additionalProperties: local("value") }, context: { type: "string" } },
  };
  const words = { type: ["string", "object"], if: { type: "object" }, then: local("textTemplate") };
  return {
    text: { "x-slot": "text", type: ["string", "object"], if: { type: "object", required: ["otherwise"] }, then: local("textTable"), else: { if: { type: "object" }, then: local("textTemplate") } },
    textTemplate: template,
    textTable: {
      type: "object", required: ["rows", "otherwise"], additionalProperties: false,
      properties: {
        rows: { type: "array", items: { type: "object", required: ["when", "text"], additionalProperties: false, properties: { when: local("rule"), text: words } } },
        otherwise: words,
      },
    },
  };
}

/** Picks a closed definition by the key that names it; an object without any of the keys is refused. */
function byKey(names: string[], prefix: string): JsonSchema {
  return {
    type: "object",
    anyOf: names.map((name) => ({ required: [name] })),
    allOf: names.map((name) => ({ if: { required: [name] }, then: local(`${prefix}-${name}`) })),
  };
}

function stepDefinitions(actions: Record<string, ActionContract>): JsonSchema {
  const definitions: JsonSchema = {
    event: { "x-slot": "event", ...byKey(Object.keys(actions), "action") },
    step: { "x-slot": "step", ...byKey(Object.keys(actions), "action") },
    steps: { type: "array", items: local("step") },
    stepTable: {
      type: "object", required: ["rows", "otherwise"], additionalProperties: false,
      properties: {
        rows: { type: "array", items: { type: "object", required: ["id", "when", "do"], additionalProperties: false, properties: { id: { type: "string" }, when: local("rule"), do: local("steps") } } },
        otherwise: local("steps"),
      },
    },
  };
  for (const [name, contract] of Object.entries(actions)) {
    const { properties, required } = propsToSchema(contract.props);
    definitions[`action-${name}`] = { type: "object", required: [name, ...required], additionalProperties: false, patternProperties: free, properties: { [name]: propToSchema(contract.main), ...properties } };
  }
  return definitions;
}

function blockDefinitions(blocks: Record<string, BlockContract>): JsonSchema {
  const definitions: JsonSchema = {
    block: {
      type: "object", required: ["id", "block"], properties: { block: { enum: Object.keys(blocks) } },
      allOf: Object.keys(blocks).map((name) => ({ if: { required: ["block"], properties: { block: { const: name } } }, then: local(`block-${name}`) })),
    },
  };
  for (const [name, contract] of Object.entries(blocks)) {
    const { properties, required } = propsToSchema(contract.props);
    const on = { type: "object", additionalProperties: false, properties: Object.fromEntries((contract.events ?? []).map((event) => [event, local("event")])) };
    definitions[`block-${name}`] = {
      type: "object", required: ["id", "block", ...required], additionalProperties: false, patternProperties: free,
      properties: { id: { type: "string", pattern: "^[a-z0-9-]+$" }, block: { const: name }, when: local("rule"), ...(contract.events?.length ? { on } : {}), ...properties },
    };
  }
  return definitions;
}

function fieldDefinitions(widgets: Record<string, WidgetContract>): JsonSchema {
  const common = JSON.parse(JSON.stringify(fieldProperties)) as Record<string, JsonSchema>;
  const entries = { section: "formSection", note: "formNote" };
  const definitions: JsonSchema = {
    formEntry: {
      type: "object",
      anyOf: ["widget", "section", "note", "form"].map((key) => ({ required: [key] })),
      allOf: [
        { if: { required: ["widget"] }, then: { properties: { widget: { enum: Object.keys(widgets) } } } },
        ...Object.keys(widgets).map((name) => ({ if: { required: ["widget"], properties: { widget: { const: name } } }, then: local(`widget-${name}`) })),
        ...Object.entries(entries).map(([key, definition]) => ({ if: { required: [key] }, then: local(definition) })),
        { if: { required: ["form"], not: { required: ["widget"] } }, then: local("mountedForm") },
      ],
    },
    formSection: { type: "object", required: ["section", "fields"], additionalProperties: false, properties: { section: { type: "string" }, title: local("text"), when: local("rule"), fields: { type: "array", items: local("formEntry") } } },
    formNote: { type: "object", required: ["note", "text"], additionalProperties: false, properties: { note: { type: "string" }, tone: { enum: ["info", "warning", "success"] }, text: local("text"), when: local("rule") } },
    mountedForm: { type: "object", required: ["at", "form"], additionalProperties: false, properties: { at: common["at"], form: { type: "string", "x-ref": "form" }, title: local("text"), when: local("rule") } },
  };
  for (const [name, contract] of Object.entries(widgets)) {
    const { properties, required } = propsToSchema(contract.props);
    definitions[`widget-${name}`] = {
      type: "object", required: ["at", "widget", ...(contract.takesOptions ? ["options"] : []), ...required], additionalProperties: false, patternProperties: free,
      properties: { ...common, widget: { const: name }, ...properties },
    };
  }
  return definitions;
}

function dataSchemaDefinition(): JsonSchema {
  const count = { type: "integer", minimum: 0 };
  return {
    type: "object", additionalProperties: false,
    properties: {
      type: { enum: ["object", "string", "number", "integer", "boolean", "array"] },
      properties: { type: "object", additionalProperties: local("dataSchema") }, items: local("dataSchema"),
      enum: { type: "array", minItems: 1 }, pattern: { type: "string", "x-slot": "pattern" }, format: { type: "string" },
      minLength: count, maxLength: count, minItems: count, maxItems: count,
      minimum: { type: "number" }, maximum: { type: "number" }, additionalProperties: { const: false },
    },
  };
}

function propsToSchema(props: Props): { properties: Record<string, JsonSchema>; required: string[] } {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [key, spec] of Object.entries(props)) {
    const { name, optional } = toPropName(key);
    properties[name] = propToSchema(spec);
    if (!optional) required.push(name);
  }
  return { properties, required };
}

function propToSchema(spec: PropSpec): JsonSchema {
  if (typeof spec === "string") {
    const plain: Record<string, JsonSchema> = {
      text: local("text"), rule: local("rule"), value: local("value"), event: local("event"),
      blocks: { type: "array", items: local("block") }, json: {},
      string: { type: "string" }, boolean: { type: "boolean" }, integer: { type: "integer" }, number: { type: "number" },
    };
    return plain[spec]!;
  }
  if ("enum" in spec) return { enum: [...spec.enum] };
  if ("ref" in spec) return spec.orValue ? { "x-ref": spec.ref, "x-slot": "value" } : { type: "string", "x-ref": spec.ref };
  if ("map" in spec) return { type: "object", additionalProperties: propToSchema(spec.map) };
  const { properties, required } = propsToSchema("list" in spec ? spec.list : spec.object);
  const object = { type: "object", required, additionalProperties: false, properties };
  return "list" in spec ? { type: "array", items: object } : object;
}
