import Type, { type TSchema } from "typebox";
import type { Expr, Rule } from "#engine/rules/evaluate.ts";
import type { RefKind } from "./props.ts";
import type { Text } from "./text.ts";

/** Where the definitions that all kinds share live, relative to any meta-schema. */
export const commonSchemaFile = "common.schema.json";

const shared = <T>(definition: string) => Type.Unsafe<T>({ $ref: `${commonSchemaFile}#/definitions/${definition}` } as TSchema);

/** One action, as a row of a flow or an event names it. */
export interface Step { [key: string]: unknown }
/** The only branch there is: the first row that holds wins, `otherwise` is mandatory. */
export interface StepTable { rows: { id: string; when: Rule; do: Step[] }[]; otherwise: Step[] }
/** A block as it stands in a screen document. */
export interface BlockDocument { id: string; block: string; when?: Rule; on?: Record<string, Step>; body?: BlockDocument[]; [prop: string]: unknown }

/** A text: string, template or table. */
export const text = () => Type.Optional(requiredText());
export const requiredText = () => shared<Text>("text");
/** A condition: JSON-Logic or a plain yes or no. */
export const rule = () => Type.Optional(shared<Rule>("rule"));
/** A JSON-Logic expression that reads one value, or a literal. */
export const value = () => Type.Optional(shared<Expr>("value"));
export const requiredValue = () => shared<Expr>("value");
/** A map of values, by name. */
export const values = () => Type.Optional(Type.Record(Type.String(), shared<Expr>("value")));
export const event = () => Type.Optional(shared<Step>("event"));
export const events = () => Type.Optional(Type.Record(Type.String(), shared<Step>("event")));
export const stepTable = () => shared<StepTable>("stepTable");
export const blocks = () => Type.Array(shared<BlockDocument>("block"));

/** The id of another document; the check refuses a name that nothing answers to. */
export const ref = (kind: RefKind) => Type.Unsafe<string>({ type: "string", minLength: 1, "x-ref": kind } as TSchema);

/** A closed object: an unknown key is an error with a suggestion, never dropped in silence. `x-…` is the only free space. */
export const closed = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false, patternProperties: { "^x-": {} } } as { additionalProperties: false });

/** The head that every document carries, and the properties of its kind. */
export function document<const K extends string, P extends Record<string, TSchema>>(kind: K, properties: P) {
  return closed({
    $schema: Type.String(),
    kind: Type.Literal(kind),
    id: Type.String({ pattern: "^[a-z0-9][a-z0-9-]*$", maxLength: 80 }),
    description: Type.String({ minLength: 1 }),
    ...properties,
  });
}

/** A value of the address, the navigation state or `view`: its type and, if any, its choices and its beginning. */
export const valueType = () =>
  closed({
    type: Type.Optional(Type.Union([Type.Literal("string"), Type.Literal("boolean"), Type.Literal("integer"), Type.Literal("number"), Type.Literal("object"), Type.Literal("array")])),
    enum: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    default: Type.Optional(Type.Unknown()),
  });

/** A pointer to one value of a form's data. */
export const pointer = () => Type.Unsafe<string>({ type: "string", pattern: "^(/[^/]+)+$" } as TSchema);
