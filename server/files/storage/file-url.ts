import { services } from "#engine/api/services.ts";

const prefix = `${services.utility}/files/`;

/** Where a stored file is read: path-absolute, so that it holds whatever the host is called. */
export function toFileUrl(id: string): string {
  return prefix + id;
}

/** The id in a fileUrl; undefined for any other value. */
export function findFileId(value: unknown): string | undefined {
  return typeof value === "string" && value.startsWith(prefix) ? value.slice(prefix.length) : undefined;
}
