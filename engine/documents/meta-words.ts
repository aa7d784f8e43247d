import { commonSchemaFile } from "./fragments.ts";
import { completedExpression } from "./names.ts";
import type { JsonSchema } from "#engine/base/known.ts";

/** A definition that all kinds share, by its name. */
export const local = (definition: string): JsonSchema => ({ $ref: `${commonSchemaFile}#/definitions/${definition}` });

/** A table of anything: rows with a condition, and what holds otherwise. `row` is what a row gives, under `key`, as `line` says. */
export function tableOf(key: string, row: JsonSchema, line: string, more: Record<string, JsonSchema> = {}): JsonSchema {
  return {
    type: "object",
    required: ["rows", "otherwise"],
    additionalProperties: false,
    properties: {
      rows: {
        type: "array",
        description: "The first row whose condition holds wins.",
        items: {
          type: "object",
          required: ["when", key, ...Object.keys(more)],
          additionalProperties: false,
          properties: {
            ...more,
            when: { ...local("rule"), description: "The row is taken where this holds." },
            [key]: { ...row, description: line },
          },
        },
      },
      otherwise: { ...row, description: "What holds where no row does." },
    },
  };
}
/** A table where there is one, else the plain thing. */
const ifTable = (then: string, otherwise: string): JsonSchema => ({
  if: { type: "object", required: ["otherwise"] },
  then: local(then),
  else: local(otherwise),
});

/** Reads one value of the scope. */
const readSnippet = { label: "var", description: "A value that is read.", body: { var: "$1" } };

/** Texts: a string, a sentence with gaps, a value, or a table of them. */
export function textDefinitions(): JsonSchema {
  return {
    text: {
      type: ["string", "object"],
      ...ifTable("textTable", "words"),
      defaultSnippets: [
        { label: "text", description: "A sentence.", body: "$1" },
        {
          label: "text with gaps",
          description: "A sentence whose gaps are filled.",
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
          description: "The sentence in English, with its gaps in braces.",
          examples: ["Sent to {mobile}"],
        },
        with: {
          type: "object",
          minProperties: 1,
          description: "What the gaps are filled with, by name.",
          examples: [{ mobile: { var: "profile.mobile" } }],
          additionalProperties: { ...local("value"), "x-type": { type: ["string", "number"], "x-said": true } },
        },
        context: {
          type: "string",
          description: "Tells a translator which meaning of the words is meant.",
          examples: ["on a button"],
        },
      },
    },
    textTable: tableOf("text", local("words"), "What is said."),
  };
}

/** Rules and values; `x-slot` tells the check what stands there. */
export function valueDefinitions(operators: readonly string[]): JsonSchema {
  return {
    rule: {
      "x-slot": "rule",
      anyOf: [{ type: "boolean" }, local("expression")],
      examples: [{ filled: { var: "profile.name" } }],
    },
    value: { ...ifTable("valueTable", "plainValue"), defaultSnippets: [readSnippet] },
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
