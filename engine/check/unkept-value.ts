import type { DataSchema } from "#engine/documents/form.ts";
import type { WrittenShape } from "#engine/documents/props.ts";
import { findSchema, listForms, toSchemaPointer } from "./parts/entries.ts";
import { meantOf } from "./parts/meant.ts";
import { issueAt, type Check } from "./parts/set.ts";

/** What a widget fills in and the data have no place for: whatever it makes would be refused. */
export const unkeptValue: Check = (set) =>
  listForms(set).flatMap(({ source, form, fields }) =>
    fields.flatMap(({ entry }) => {
      const writes = set.definition(`widget-${entry.widget}`)["x-writes"] as Record<string, WrittenShape> | undefined;
      const schema = findSchema(form.data, entry.at);
      if (!writes || schema?.type !== "object") return [];
      return Object.entries(writes)
        .filter(([property]) => property === "" || entry[property] === true)
        .flatMap(([, shape]) => listLacking(schema, shape, entry.at))
        .map(({ above, message }) =>
          issueAt(source, toSchemaPointer(above), "unkept-value", `${entry.widget} fills in ${message}`),
        );
    }),
  );

function listLacking(schema: DataSchema, shape: WrittenShape, at: string): { above: string; message: string }[] {
  return Object.entries(shape).flatMap(([name, type]) => {
    const child = schema.properties?.[name];
    const path = `${at}/${name}`;
    if (!child) {
      const message = `${path}, which the data do not have${meantOf(name, Object.keys(schema.properties ?? {}))}`;
      return [{ above: at, message }];
    }
    if (typeof type === "object") return listLacking(child, type, path);
    const fits = child.type === type || (type === "number" && child.type === "integer");
    return fits ? [] : [{ above: path, message: `a ${type} at ${path}; the data keep another type there` }];
  });
}
