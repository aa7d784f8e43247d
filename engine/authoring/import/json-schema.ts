import { getAt } from "#engine/core/base/json-pointer.ts";
import type { FormField, FormList, FormPage, FormSection } from "#engine/core/definitions/form.ts";
import type { OptionsDefinition } from "#engine/core/definitions/screen.ts";
import type { Condition, Steps } from "./conditions.ts";
import type { Unmapped } from "./unmapped.ts";

/** A JSON Schema as rjsf users write it, with any keyword. */
export type JsonSchema = Readonly<Record<string, unknown>>;
/** What a form of another engine adds to a schema. Its key is a symbol, so it is no keyword. */
export const source = Symbol("source");
export interface Source {
  /** The place in the file. */
  readonly at: string;
  readonly when?: Condition | undefined;
  readonly require?: Condition | undefined;
  /** A group whose fields belong to the data of the group around it. */
  readonly isFlat?: boolean;
  /** The texts of a list: the heading of a row, and the button that adds one. */
  readonly list?: { readonly item?: string; readonly add?: string };
  /** A flat group that is one step of the form. All groups around questions are steps then. */
  readonly isPage?: boolean;
}
export const readSource = (schema: JsonSchema): Source | undefined => (schema as { [source]?: Source })[source];

/** A uiSchema: the `ui:…` keys of a place, and nested places by name. */
export type UiSchema = Readonly<Record<string, unknown>>;

/** The import under construction. */
export interface SchemaImport {
  readonly id: string;
  readonly root: JsonSchema;
  readonly lists: OptionsDefinition[];
  readonly unmapped: Unmapped[];
  readonly conditional: ConditionalEntry[];
  readonly narrowings: Narrowing[];
}
/** An entry of the form whose conditions become rules when the whole shape of the data is known. */
export interface ConditionalEntry {
  readonly entry: FormField | FormSection | FormPage | FormList;
  readonly steps: Steps;
  readonly at: string;
  readonly present: Condition | undefined;
  /** Absent for a field that is always or never required. */
  readonly required?: Condition;
}
/** Keywords of a branch that narrow a value: they become checks of the form. */
export interface Narrowing {
  readonly steps: Steps;
  readonly label: string;
  readonly at: string;
  readonly schema: JsonSchema;
  readonly condition: Condition | undefined;
}
/** A property with its place in the schema and in the data. */
export interface PlacedProperty {
  readonly schema: JsonSchema;
  readonly ui: UiSchema;
  readonly at: string;
  readonly steps: readonly string[];
  readonly required: boolean;
  /** It is required at least under a condition. */
  readonly requiredInBranch?: boolean;
  /** What branches of the schema add to a group. */
  readonly narrowed?: readonly Branch[];
}
/** A schema, the condition under which it applies, and its place. */
export interface Branch {
  readonly schema: JsonSchema;
  readonly at: string;
  /** Undefined: always. */
  readonly condition?: Condition | undefined;
}

/** Returns the `ui:options` of a place. Each option may also be a `ui:…` key of the place itself. */
export const uiOptions = (ui: UiSchema): Readonly<Record<string, unknown>> =>
  (ui["ui:options"] ?? {}) as Readonly<Record<string, unknown>>;

/** Reads a uiSchema option in either of the two forms. */
export const readUi = (ui: UiSchema, name: string): unknown => ui[`ui:${name}`] ?? uiOptions(ui)[name];

/** Returns the types of a value without null: form data omit a missing value. */
export const typesOf = ({ type }: JsonSchema): readonly unknown[] =>
  [type ?? []].flat().filter((one) => one !== "null");

/** Returns whether the value has exactly this type. */
export const isOf = (schema: JsonSchema, ...wanted: readonly string[]): boolean => {
  const types = typesOf(schema);
  return types.length === 1 && wanted.includes(String(types[0]));
};

/** Resolves references within the same schema. */
export function follow(schema: JsonSchema, root: JsonSchema, depth = 0): JsonSchema {
  const { $ref, ...own } = schema as { $ref?: unknown };
  if (typeof $ref !== "string" || !$ref.startsWith("#") || depth > 8) return schema;
  const meant = getAt(root, $ref.slice(1));
  return typeof meant === "object" && meant !== null
    ? follow({ ...(meant as JsonSchema), ...own }, root, depth + 1)
    : schema;
}
