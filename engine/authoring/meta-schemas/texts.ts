import type { JsonSchema } from "#engine/core/base/value-type.ts";
import { commonSchemaFile } from "#engine/core/definitions/fragments.ts";
import { completedExpression } from "#engine/core/definitions/names.ts";

/** Reference to a shared definition. */
export const local = (definition: string): JsonSchema => ({ $ref: `${commonSchemaFile}#/definitions/${definition}` });

/** The schema of a table: rows with a condition, and `otherwise`. `row` is the value of a row under `key`. */
export function tableOf(key: string, row: JsonSchema, line: string, more: Record<string, JsonSchema> = {}): JsonSchema {
  return {
    type: "object",
    required: ["rows", "otherwise"],
    additionalProperties: false,
    properties: {
      rows: {
        type: "array",
        description: "The rows; the first one whose condition is true applies.",
        items: {
          type: "object",
          required: ["when", key, ...Object.keys(more)],
          additionalProperties: false,
          properties: {
            ...more,
            when: { ...local("rule"), description: "The row applies where this is true." },
            [key]: { ...row, description: line },
          },
        },
      },
      otherwise: { ...row, description: "The result where no row applies." },
    },
  };
}
/** A table if it has `otherwise`, else a plain value. */
const ifTable = (then: string, otherwise: string): JsonSchema => ({
  if: { type: "object", required: ["otherwise"] },
  then: local(then),
  else: local(otherwise),
});

/** Reads one value of the scope. */
const readSnippet = { label: "var", description: "A value from the evaluation scope.", body: { var: "$1" } };

/** Definitions of texts: a string, a sentence with placeholders, a value, or a table of them. */
export function textDefinitions(): JsonSchema {
  return {
    text: {
      type: ["string", "object"],
      ...ifTable("textTable", "words"),
      defaultSnippets: [
        { label: "text", description: "A sentence.", body: "$1" },
        {
          label: "text with placeholders",
          description: "A sentence with placeholders.",
          body: { text: "$1 {$2}", with: { $2: { var: "$3" } } },
        },
        readSnippet,
      ],
    },
    words: {
      "x-slot": "text",
      type: ["string", "object"],
      if: { type: "object", required: ["text"] },
      then: local("textTemplate"),
      else: { if: { type: "object" }, then: local("expression") },
    },
    textTemplate: {
      type: "object",
      required: ["text"],
      additionalProperties: false,
      properties: {
        text: {
          type: "string",
          description: "The sentence in English, with placeholders in braces.",
          examples: ["Sent to {mobile}"],
        },
        with: {
          type: "object",
          minProperties: 1,
          description: "The values of the placeholders, by name.",
          examples: [{ mobile: { var: "profile.mobile" } }],
          additionalProperties: { ...local("value"), "x-type": { type: ["string", "number"], "x-displayed": true } },
        },
        context: {
          type: "string",
          description: "The meaning of the text, for translators.",
          examples: ["on a button"],
        },
      },
    },
    textTable: tableOf("text", local("words"), "The text."),
  };
}

/** Definitions of rules and values; `x-slot` marks them for the check. */
export function valueDefinitions(operators: readonly string[]): JsonSchema {
  return {
    rule: {
      "x-slot": "rule",
      anyOf: [{ type: "boolean" }, local("expression")],
      examples: [{ filled: { var: "profile.name" } }],
    },
    value: { ...ifTable("valueTable", "plainValue"), defaultSnippets: [readSnippet] },
    computed: { if: { type: "object", required: ["text"] }, then: local("words"), else: local("value") },
    plainValue: { "x-slot": "value", if: { type: "object" }, then: completedExpression },
    valueTable: tableOf("value", local("plainValue"), "The value."),
    expression: {
      type: "object",
      minProperties: 1,
      maxProperties: 1,
      propertyNames: { enum: [...operators] },
      allOf: [completedExpression],
    },
  };
}
