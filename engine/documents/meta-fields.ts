import type { JsonSchema } from "#engine/base/known.ts";
import { fieldProperties } from "./form.ts";
import { propsToSchema } from "./meta-props.ts";
import { local } from "./meta-words.ts";
import type { WidgetContract } from "./props.ts";

const free = { "^x-": {} };

/** Entries of a form: fields, each closed by its widget, sections, notes, other forms. */
export function fieldDefinitions(widgets: Record<string, WidgetContract>): JsonSchema {
  const common = JSON.parse(JSON.stringify(fieldProperties)) as Record<string, JsonSchema>;
  const entries = { section: "formSection", note: "formNote", use: "usedFields" };
  const definitions: Record<string, JsonSchema> = {
    formEntry: {
      type: "object",
      anyOf: ["widget", "section", "note", "form", "use"].map((key) => ({ required: [key] })),
      allOf: [
        { if: { required: ["widget"] }, then: { properties: { widget: { enum: Object.keys(widgets) } } } },
        ...Object.keys(widgets).map((name) => ({
          if: { required: ["widget"], properties: { widget: { const: name } } },
          then: local(`widget-${name}`),
        })),
        ...Object.entries(entries).map(([key, definition]) => ({ if: { required: [key] }, then: local(definition) })),
        { if: { required: ["form"], not: { required: ["widget"] } }, then: local("mountedForm") },
      ],
    },
    formSection: {
      type: "object",
      required: ["section", "fields"],
      additionalProperties: false,
      properties: {
        section: { type: "string" },
        title: local("text"),
        when: local("rule"),
        fields: { type: "array", items: local("formEntry") },
      },
    },
    formNote: {
      type: "object",
      required: ["note", "text"],
      additionalProperties: false,
      properties: {
        note: { type: "string" },
        tone: { enum: ["info", "warning", "success"] },
        text: local("text"),
        when: local("rule"),
      },
    },
    usedFields: {
      type: "object",
      required: ["use"],
      additionalProperties: false,
      properties: { use: { type: "string", "x-ref": "form" }, when: local("rule") },
    },
    mountedForm: {
      type: "object",
      required: ["at", "form"],
      additionalProperties: false,
      properties: {
        at: common["at"],
        form: { type: "string", "x-ref": "form" },
        title: local("text"),
        when: local("rule"),
      },
    },
  };
  for (const [name, contract] of Object.entries(widgets)) {
    definitions[`widget-${name}`] = fieldOf(name, contract, common);
  }
  return definitions;
}

/** What only some widgets read stands only in their fields. */
function fieldOf(name: string, contract: WidgetContract, common: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { properties, required } = propsToSchema(contract.props);
  const { options, accept, ...shared } = common;
  const { takesOptions, takesFiles, takes, writes, undrawn } = contract;
  const own = { ...(takesOptions ? { options } : {}), ...(takesFiles ? { accept } : {}) };
  return {
    type: "object",
    required: ["at", "widget", ...Object.keys(own), ...required],
    additionalProperties: false,
    patternProperties: free,
    properties: { ...shared, ...own, widget: { const: name }, ...properties },
    "x-takes": takes,
    ...(writes ? { "x-writes": writes } : {}),
    ...(undrawn ? { "x-undrawn": true } : {}),
  };
}

/** The shape of form data: draft-07, shape only. */
export function dataSchemaDefinition(): JsonSchema {
  const count = { type: "integer", minimum: 0 };
  return {
    type: "object",
    additionalProperties: false,
    properties: {
      type: { enum: ["object", "string", "number", "integer", "boolean", "array"] },
      properties: { type: "object", additionalProperties: local("dataSchema") },
      items: local("dataSchema"),
      enum: { type: "array", minItems: 1 },
      pattern: { type: "string", "x-slot": "pattern" },
      format: { type: "string" },
      minLength: count,
      maxLength: count,
      minItems: count,
      maxItems: count,
      minimum: { type: "number" },
      maximum: { type: "number" },
      additionalProperties: { const: false },
    },
  };
}
