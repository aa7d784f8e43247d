import { fileTypes } from "#engine/documents/file-types.ts";
import type { TextKey } from "#engine/documents/text-keys.ts";
/** Bounds of a file in bytes, both allowed themselves; binary units, so that a file of exactly 25 MiB is taken. */
export const minSizeBytes = 40 * 1024;
export const maxSizeBytes = 25 * 1024 * 1024;

/** All content types of the product: pictures and PDF, which the server can look into. */
export const allTypes: readonly string[] = fileTypes;

/** How the files came, because the words differ. */
export type Arrival = "pick" | "drop";

/** Why files are refused: a text of the catalogue, and for the type what the control itself says then. */
export interface FileRefusal {
  readonly key: TextKey;
  readonly values?: Record<string, string | number>;
  readonly controlKey?: TextKey;
}
export interface FileRules {
  readonly accept: readonly string[];
  readonly maxFiles: number;
  readonly anySize: boolean;
}

/** Checks files before any is taken: count, type, then size. Undefined when all may go. */
export function findRefusal(files: readonly File[], rules: FileRules, arrival: Arrival): FileRefusal | undefined {
  if (files.length > rules.maxFiles) return { key: "file.too-many", values: { n: rules.maxFiles } };
  if (files.some((file) => !rules.accept.includes(toType(file)))) {
    return {
      key: "file.wrong-type",
      values: { list: toTypeNames(rules.accept) },
      controlKey: arrival === "drop" ? "file.allowed-types" : "file.only-types",
    };
  }
  if (files.some((file) => file.size > maxSizeBytes)) return { key: "file.too-large" };
  if (!rules.anySize && files.some((file) => file.size < minSizeBytes)) return { key: "file.too-small" };
  return undefined;
}

/** "JPEG, JPG, PNG, PDF" */
export function toTypeNames(accept: readonly string[]): string {
  return [...new Set(accept.map((type) => (type.split("/")[1] ?? type).toUpperCase()))].join(", ");
}

const byEnding: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  pdf: "application/pdf",
};

/** The type the browser says; by the name's ending where it says nothing (some Android pickers). */
export function toType(file: File): string {
  return file.type || (byEnding[file.name.split(".").pop()?.toLowerCase() ?? ""] ?? "");
}
