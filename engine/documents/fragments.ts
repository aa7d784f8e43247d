import Type, { type TSchema } from "typebox";
import type { Expr, Rule, ValueTable } from "#engine/rules/expression.ts";
import { nameOf, takenBy, type Caller, type Nameable } from "./names.ts";
import type { RefKind } from "./props.ts";
import type { Steps } from "./steps.ts";
import type { Text } from "./text.ts";

export type { Step, StepTable, Steps } from "./steps.ts";

/** Where the definitions that all kinds share live, relative to any meta-schema. */
export const commonSchemaFile = "common.schema.json";

const shared = <T>(definition: string) =>
  Type.Unsafe<T>({ $ref: `${commonSchemaFile}#/definitions/${definition}` } as TSchema);

/** A block as it stands in a screen document. */
export interface BlockDocument {
  id: string;
  block: string;
  when?: Rule;
  on?: Record<string, Steps>;
  body?: BlockDocument[];
  [prop: string]: unknown;
}

/** A text: string, template, value or table. Code fills the gaps that are named here; documents fill all others. */
export const text = (gaps?: readonly string[]) => Type.Optional(requiredText(gaps));
export const requiredText = (gaps?: readonly string[]) =>
  gaps
    ? Type.Unsafe<Text>({ $ref: `${commonSchemaFile}#/definitions/text`, "x-gaps": gaps } as TSchema)
    : shared<Text>("text");
/** A condition: JSON-Logic or a plain yes or no. */
export const rule = () => Type.Optional(requiredRule());
export const requiredRule = () => shared<Rule>("rule");
/** A JSON-Logic expression that reads one value, or a literal. */
export const value = () => Type.Optional(shared<Expr | ValueTable>("value"));
/** A map of values, by name. */
export const values = () => Type.Optional(Type.Record(Type.String(), shared<Expr | ValueTable>("value")));
/** What is done when something happens. */
export const event = () => Type.Optional(shared<Steps>("event"));
export const steps = () => shared<Steps>("event");
/** The name of a picture. */
export const icon = () => shared<string>("icon");
export const blocks = () => Type.Array(shared<BlockDocument>("block"));

/** The id of another document; the check refuses a name that nothing answers to. */
export const ref = (kind: Exclude<RefKind, "block" | "dialog" | "formBlock"> | "rule") =>
  Type.Unsafe<string>({ type: "string", minLength: 1, "x-ref": kind, allOf: [nameOf(kind)] } as TSchema);

/** A name that is no document's: a check of its own refuses an unknown one. */
export const named = (what: Nameable) => Type.Unsafe<string>({ type: "string", allOf: [nameOf(what)] } as TSchema);

/** An address: https, a picture as data, or a path of this server. */
export const url = () => Type.Unsafe<string>({ type: "string", "x-slot": "url" } as TSchema);

/** A closed object: an unknown key is an error with a suggestion, never dropped in silence. `x-…` is the only free space. */
export const closed = <P extends Record<string, TSchema>>(
  properties: P,
  options: { description?: string; allOf?: TSchema[] } = {},
) =>
  Type.Object(properties, { ...options, additionalProperties: false, patternProperties: { "^x-": {} } } as {
    additionalProperties: false;
  });

/** For a closed object in which `key` names an operation or a root: what that takes is completed beside it. */
export const taking = (key: Caller): { allOf: TSchema[] } => ({ allOf: [takenBy(key) as TSchema] });

/** The head that every document carries, and the properties of its kind. */
export function document<const K extends string, P extends Record<string, TSchema>>(
  kind: K,
  properties: P,
  options: { allOf?: TSchema[] } = {},
) {
  return closed(
    {
      $schema: Type.String({
        description: "Where its meta-schema lies, so that an editor completes and checks it.",
        examples: [`../meta/${kind}.schema.json`],
      }),
      kind: Type.Literal(kind, { description: "What kind of document it is." }),
      id: Type.String({
        pattern: "^[a-z0-9][a-z0-9-]*$",
        // As long as a name may be in a call.
        maxLength: 64,
        description: `The id of this ${kind} document: the name of its file.`,
        examples: [kind],
      }),
      description: Type.String({
        minLength: 1,
        description: "What it is for, to whoever edits it.",
        examples: ["What a candidate is asked about a degree"],
      }),
      ...properties,
    },
    options,
  );
}

/** A value of the address, the navigation state or `view`: its type and, if any, its choices and its beginning. */
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
        { description: "What kind of value it is." },
      ),
    ),
    enum: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description: "The only texts that it can be.",
        examples: [["mobile", "code"]],
      }),
    ),
    default: Type.Optional(Type.Unknown({ description: "What it is where nobody says.", examples: ["mobile"] })),
  });

/** A pointer to one value of a form's data. */
export const pointer = () => Type.Unsafe<string>({ type: "string", pattern: "^(/[^/]+)+$" } as TSchema);

/** How something is coloured. */
export const tone = () =>
  Type.Union(
    [
      Type.Literal("neutral"),
      Type.Literal("info"),
      Type.Literal("success"),
      Type.Literal("warning"),
      Type.Literal("danger"),
    ],
    { description: "How it is coloured, by what it means." },
  );
/** Values by name, with the line on the whole of it. */
export const many = <S extends TSchema>(value: S, description: string) =>
  Type.Record(Type.String(), value, { description });
