import type { DataSchema } from "#engine/documents/form.ts";
import { findSchema, listForms } from "./parts/entries.ts";
import { issueAt, type Check } from "./parts/set.ts";

/**
 * The control takes another length than the data: one of them is wrong. What the data say, the control obeys by itself;
 * what the control alone says, nobody who calls without the page obeys.
 */
export const differentLength: Check = (set) =>
  listForms(set).flatMap(({ source, form, fields }) =>
    fields.flatMap(({ entry, pointer }) => {
      const control = entry["maxLength"];
      const schema = findSchema(form.data, entry.at);
      if (control === undefined || !schema || control === schema.maxLength || isShort(schema)) return [];
      const message = `${entry.at} takes ${String(control)} characters here and ${schema.maxLength ?? "any number"} in the data`;
      return [issueAt(source, `${pointer}/maxLength`, "different-length", message)];
    }),
  );

/** Its format, its pattern or its values say how long it can be. */
const isShort = (schema: DataSchema): boolean =>
  schema.maxLength === undefined && [schema.format, schema.pattern, schema.enum].some((told) => told !== undefined);
