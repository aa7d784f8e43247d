import type { MessageKey } from "#engine/documents/message-keys.ts";
import type { ScanState } from "#server/platform/store/tables/files.ts";

/** Why a file may not be given to anybody yet, or never; undefined for one that is clean, or came while nobody scanned: that one is scanned later, and given until something is found. */
export function findUnclean(
  scan: ScanState | null,
): Extract<MessageKey<"refusals">, "file-waiting" | "file-virus"> | undefined {
  if (scan === "waiting") return "file-waiting";
  return scan === "infected" ? "file-virus" : undefined;
}
