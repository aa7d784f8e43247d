import { commonSchemaFile } from "./fragments.ts";
import type { JsonSchema } from "#engine/base/known.ts";

/** A definition that all kinds share, by its name. */
export const local = (definition: string): JsonSchema => ({ $ref: `${commonSchemaFile}#/definitions/${definition}` });

/** A table of anything: rows with a condition, and what holds otherwise. `row` is what a row gives, under `key`. */
export function tableOf(key: string, row: JsonSchema, more: Record<string, JsonSchema> = {}): JsonSchema {
  return {
    type: "object",
    required: ["rows", "otherwise"],
    additionalProperties: false,
    properties: {
      rows: {
        type: "array",
        items: {
          type: "object",
          required: ["when", key, ...Object.keys(more)],
          additionalProperties: false,
          properties: { ...more, when: local("rule"), [key]: row },
        },
      },
      otherwise: row,
    },
  };
}
/** A table where there is one, else the plain thing. */
const ifTable = (then: string, otherwise: string): JsonSchema => ({
  if: { type: "object", required: ["otherwise"] },
  then: local(then),
  else: local(otherwise),
});

/** Texts: a string, a sentence with gaps, a value, or a table of them. */
export function textDefinitions(): JsonSchema {
  return {
    text: { type: ["string", "object"], ...ifTable("textTable", "words") },
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
        text: { type: "string" },
        with: {
          type: "object",
          minProperties: 1,
          additionalProperties: { ...local("value"), "x-type": { type: ["string", "number"], "x-said": true } },
        },
        context: { type: "string" },
      },
    },
    textTable: tableOf("text", local("words")),
  };
}

/** Rules and values; `x-slot` tells the check what stands there. */
export function valueDefinitions(operators: readonly string[]): JsonSchema {
  return {
    rule: { "x-slot": "rule", anyOf: [{ type: "boolean" }, local("expression")] },
    value: ifTable("valueTable", "plainValue"),
    plainValue: { "x-slot": "value" },
    valueTable: tableOf("value", local("plainValue")),
    expression: { type: "object", minProperties: 1, maxProperties: 1, propertyNames: { enum: [...operators] } },
  };
}
