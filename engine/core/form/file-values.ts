import type { DataSchema, FormField } from "#engine/core/definitions/form.ts";

/** The widget whose value is the address of a stored file, or a list of them. */
export const fileWidget = "file";

/** The keyword of a file that is in the list twice. */
export const repeatedKeyword = "repeated";

/** The most files of a field with several; undefined for a field of one file. */
export const findMaxFiles = (field: FormField): number | undefined =>
  field.widget === fileWidget && typeof field["max"] === "number" ? field["max"] : undefined;

/** The schema of a field's value: a field of several files takes no more than its `max`. */
export function toFieldSchema(field: FormField, schema: DataSchema): DataSchema {
  const max = findMaxFiles(field);
  return max === undefined ? schema : { ...schema, maxItems: Math.min(max, schema.maxItems ?? max) };
}

/** Returns the fault of a list of files as a whole: one of them is there twice. */
export const findFilesFault = (field: FormField, value: unknown): { keyword: string; n?: number } | undefined =>
  findMaxFiles(field) !== undefined && Array.isArray(value) && new Set(value).size < value.length
    ? { keyword: repeatedKeyword }
    : undefined;
