import Type, { type TSchema } from "typebox";
import type { Expr, Rule, ValueTable } from "#engine/core/rules/expression.ts";
import { nameReference, argumentsReference, type CallerKey, type NameKind } from "./names.ts";
import type { RefKind } from "./props.ts";
import type { Steps } from "./steps.ts";
import type { Text, TextTemplate } from "./text.ts";

export type { Step, StepTable, Steps } from "./steps.ts";

/** File of the definitions that all meta-schemas share, relative to any of them. */
export const commonSchemaFile = "common.schema.json";

const shared = <T>(definition: string) =>
  Type.Unsafe<T>({ $ref: `${commonSchemaFile}#/definitions/${definition}` } as TSchema);

/** A block of a screen definition. */
export interface BlockDefinition {
  id: string;
  block: string;
  when?: Rule;
  on?: Record<string, Steps>;
  body?: BlockDefinition[];
  [prop: string]: unknown;
}

/**
 * A text: string, template, value or table. Code fills the placeholders that are named here; the definition fills all
 * others.
 */
export const text = (placeholders?: readonly string[]) => Type.Optional(requiredText(placeholders));
export const requiredText = (placeholders?: readonly string[]) =>
  placeholders
    ? Type.Unsafe<Text>({ $ref: `${commonSchemaFile}#/definitions/text`, "x-placeholders": placeholders } as TSchema)
    : shared<Text>("text");
/** A condition: JSON-Logic or a boolean. */
export const rule = () => Type.Optional(requiredRule());
export const requiredRule = () => shared<Rule>("rule");
/** A JSON-Logic expression that reads one value, or a literal. */
export const value = () => Type.Optional(shared<Expr | ValueTable>("value"));
/** A value, or a sentence with placeholders. */
export const computed = () => Type.Optional(shared<Expr | ValueTable | TextTemplate>("computed"));
/** A map of values, by name. */
export const values = () => Type.Optional(Type.Record(Type.String(), shared<Expr | ValueTable>("value")));
/** Steps that run when an event happens. */
export const event = () => Type.Optional(shared<Steps>("event"));
export const steps = () => shared<Steps>("event");
/** The name of an icon. */
export const icon = () => shared<string>("icon");
export const blocks = () => Type.Array(shared<BlockDefinition>("block"));

/** The id of another definition; the check rejects an unknown id. */
export const ref = (kind: Exclude<RefKind, "block" | "dialog" | "formBlock"> | "rule") =>
  Type.Unsafe<string>({ type: "string", minLength: 1, "x-ref": kind, allOf: [nameReference(kind)] } as TSchema);

/** A name that is no definition's id; a separate check rejects an unknown one. */
export const named = (what: NameKind) =>
  Type.Unsafe<string>({ type: "string", "x-ref": what, allOf: [nameReference(what)] } as TSchema);

/** An address: https, a picture as data, or a path of this server. */
export const url = () => Type.Unsafe<string>({ type: "string", "x-slot": "url" } as TSchema);

/** A closed object: an unknown key is an error with a suggestion. Only keys that begin with `x-` are free. */
export const closed = <P extends Record<string, TSchema>>(
  properties: P,
  options: { description?: string; allOf?: TSchema[] } = {},
) =>
  Type.Object(properties, { ...options, additionalProperties: false, patternProperties: { "^x-": {} } } as {
    additionalProperties: false;
  });

/** Options of a closed object whose `key` names an operation or a root, so that editors complete its arguments. */
export const completingArguments = (key: CallerKey): { allOf: TSchema[] } => ({
  allOf: [argumentsReference(key) as TSchema],
});

/** Builds the schema of a kind: the head that every definition has, and the properties of the kind. */
export function defineKind<const K extends string, P extends Record<string, TSchema>>(
  kind: K,
  properties: P,
  options: { allOf?: TSchema[] } = {},
) {
  return closed(
    {
      $schema: Type.String({
        description: "The path of the meta-schema, for editors.",
        examples: [`../meta/${kind}.schema.json`],
      }),
      kind: Type.Literal(kind, { description: "The kind of the definition." }),
      id: Type.String({
        pattern: "^[a-z0-9][a-z0-9-]*$",
        // The maximum length of a name in a call.
        maxLength: 64,
        description: `The id of this ${kind} definition: the name of its file.`,
        examples: [kind],
      }),
      description: Type.String({
        minLength: 1,
        description: "The purpose of the definition, for its editors.",
        examples: ["The fields of a degree"],
      }),
      ...properties,
    },
    options,
  );
}

/** Type of a value of the address, the navigation state or `view`, with its choices and its default. */
export const valueType = () =>
  closed({
    type: Type.Optional(
      Type.Union(
        [
          Type.Literal("string"),
          Type.Literal("boolean"),
          Type.Literal("integer"),
          Type.Literal("number"),
          Type.Literal("object"),
          Type.Literal("array"),
        ],
        { description: "The type of the value." },
      ),
    ),
    enum: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description: "The allowed texts.",
        examples: [["mobile", "code"]],
      }),
    ),
    default: Type.Optional(Type.Unknown({ description: "The default value.", examples: ["mobile"] })),
  });

/** A pointer to one value of a form's data. */
export const pointer = () => Type.Unsafe<string>({ type: "string", pattern: "^(/[^/]+)+$" } as TSchema);

/** The tone of a colour. */
export const tone = () =>
  Type.Union(
    [
      Type.Literal("neutral"),
      Type.Literal("info"),
      Type.Literal("success"),
      Type.Literal("warning"),
      Type.Literal("danger"),
    ],
    { description: "The colour, by meaning." },
  );
/** A record of values by name, with a description of the whole. */
export const byName = <S extends TSchema>(value: S, description: string) =>
  Type.Record(Type.String(), value, { description });
