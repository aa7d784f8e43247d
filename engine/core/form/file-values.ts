import type { FormField } from "#engine/core/definitions/form.ts";

/** The widget whose value is the address of a stored file, or a list of them. */
export const fileWidget = "file";

/** The keyword of a file that is in the list twice. */
export const repeatedKeyword = "repeated";

/** The most files of a field with several; undefined for a field of one file. */
export const findMaxFiles = (field: FormField): number | undefined =>
  field.widget === fileWidget && typeof field["max"] === "number" ? field["max"] : undefined;

/** Returns the fault of a list of files as a whole: too many, or one of them twice. */
export function findFilesFault(field: FormField, value: unknown): { keyword: string; n?: number } | undefined {
  const max = findMaxFiles(field);
  if (max === undefined || !Array.isArray(value)) return undefined;
  if (value.length > max) return { keyword: "maxItems", n: max };
  return new Set(value).size < value.length ? { keyword: repeatedKeyword } : undefined;
}
