import { pointerSteps } from "#engine/core/base/json-pointer.ts";
import type { DataSchema } from "#engine/core/definitions/form.ts";

/** Returns the schema of one value of the form's data by its pointer, or undefined. */
export function findDataSchema(data: DataSchema, at: string): DataSchema | undefined {
  let schema: DataSchema | undefined = data;
  for (const step of pointerSteps(at))
    schema = schema?.properties && Object.hasOwn(schema.properties, step) ? schema.properties[step] : undefined;
  return schema;
}

/** Returns whether a value of this schema is or contains a file. */
export const containsFile = (schema: DataSchema): boolean =>
  schema.format === "file" ||
  Object.values(schema.properties ?? {}).some(containsFile) ||
  (schema.items !== undefined && containsFile(schema.items));
