import { fileTypes } from "#engine/core/definitions/file-types.ts";
import type { TextKey } from "#engine/core/definitions/text-keys.ts";
/** Inclusive limits in bytes; binary units, so that a file of exactly 25 MiB is accepted. */
export const minSizeBytes = 40 * 1024;
export const maxSizeBytes = 25 * 1024 * 1024;

/** All content types of the product: images and PDF, which the server can inspect. */
export const allTypes: readonly string[] = fileTypes;

/** The way in which files arrived; the texts differ. */
export type Arrival = "pick" | "drop";

/** Why files are rejected: a text key and, for a wrong type, the key for the control. */
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

/** Checks count, type and size of files before any upload; undefined when all pass. */
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

/** The content type from the browser, or from the extension where it is empty (some Android pickers). */
export function toType(file: File): string {
  return file.type || (byEnding[file.name.split(".").pop()?.toLowerCase() ?? ""] ?? "");
}
