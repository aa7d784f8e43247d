import { services } from "#engine/contract/services.ts";
import type { MessageKey } from "#engine/core/definitions/message-keys.ts";
import type { ScanState } from "#server/platform/store/tables/files.ts";

const prefix = `${services.utility}/files/`;

/** The address of a stored file: path-absolute, independent of the host. */
export function toFileUrl(id: string): string {
  return prefix + id;
}

/** Returns the id in a fileUrl, or undefined for another value. */
export function findFileId(value: unknown): string | undefined {
  return typeof value === "string" && value.startsWith(prefix) ? value.slice(prefix.length) : undefined;
}

/**
 * Returns why a file may not be used yet, or never. Returns undefined for a clean file, and for one that was uploaded
 * without a scanner: it is scanned later and may be used until something is found.
 */
export function findScanRefusal(
  scan: ScanState | null,
): Extract<MessageKey<"refusals">, "file-scan-pending" | "file-virus"> | undefined {
  if (scan === "waiting") return "file-scan-pending";
  return scan === "infected" ? "file-virus" : undefined;
}
