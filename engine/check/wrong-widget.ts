import type { DataSchema } from "#engine/documents/form.ts";
import { findSchema, listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** What a widget can fill in: the type of the value and, where it writes only some, its formats. */
interface Takes {
  readonly type: readonly string[];
  readonly format?: readonly string[];
}

/** A widget at a value that it can never fill in. */
export const wrongWidget: Check = (set) =>
  listForms(set).flatMap(({ source, form, fields }) =>
    fields.flatMap(({ entry, pointer }) => {
      const schema = findSchema(form.data, entry.at);
      const takes = set.definition(`widget-${entry.widget}`)["x-takes"] as Takes | undefined;
      if (!schema || (!schema.type && !schema.enum) || !takes || fits(schema, takes)) return [];
      const formats = takes.format ? ` of the format ${takes.format.join(", ")}` : "";
      const message = `${entry.widget} fills in ${takes.type.join(" or ")}${formats}; ${entry.at} is ${say(schema)}`;
      return [issueAt(source, `${pointer}/widget`, "wrong-widget", message)];
    }),
  );

const typeOf = ({ type, enum: choices, properties }: DataSchema): string =>
  type ?? (properties ? "object" : typeof choices?.[0]);
const say = (schema: DataSchema): string =>
  schema.format === undefined ? typeOf(schema) : `${typeOf(schema)} of the format ${schema.format}`;
const fits = (schema: DataSchema, { type, format }: Takes): boolean =>
  type.includes(typeOf(schema)) && (!format || format.includes(schema.format ?? ""));
