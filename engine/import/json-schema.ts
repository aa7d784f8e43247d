import type { OptionsDocument } from "#engine/documents/screen.ts";
import type { LeftOver } from "./left-over.ts";

/** A JSON Schema as rjsf users write it: any keyword. */
export type JsonSchema = Readonly<Record<string, unknown>>;
/** A uiSchema: `ui:…` of a place, and those below it by name. */
export type UiSchema = Readonly<Record<string, unknown>>;

/** What a schema is made into while it is read. */
export interface Making {
  readonly id: string;
  readonly root: JsonSchema;
  readonly lists: OptionsDocument[];
  readonly left: LeftOver[];
}
/** A property on its way: where it stands in the schema, and in the data. */
export interface Placed {
  readonly schema: JsonSchema;
  readonly ui: UiSchema;
  readonly at: string;
  readonly steps: readonly string[];
  readonly required: boolean;
}

/** What `ui:options` of a place holds; each of it may stand beside it too, as `ui:…`. */
export const uiOptions = (ui: UiSchema): Readonly<Record<string, unknown>> =>
  (ui["ui:options"] ?? {}) as Readonly<Record<string, unknown>>;

/** What a uiSchema says of a place under a name, in either of the two ways. */
export const readUi = (ui: UiSchema, name: string): unknown => ui[`ui:${name}`] ?? uiOptions(ui)[name];

/** The types that a value may have. That it may be null too is said by leaving it out here. */
export const typesOf = ({ type }: JsonSchema): readonly unknown[] =>
  [type ?? []].flat().filter((one) => one !== "null");

/** Whether a value is of this type, and of no other. */
export const isOf = (schema: JsonSchema, ...wanted: readonly string[]): boolean => {
  const types = typesOf(schema);
  return types.length === 1 && wanted.includes(String(types[0]));
};
