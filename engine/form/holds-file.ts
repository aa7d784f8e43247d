import type { DataSchema } from "#engine/documents/form.ts";

/** Whether a value of this shape is a file, or holds one. */
export const holdsFile = (schema: DataSchema): boolean =>
  schema.format === "file" ||
  Object.values(schema.properties ?? {}).some(holdsFile) ||
  (schema.items !== undefined && holdsFile(schema.items));
