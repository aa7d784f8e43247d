import type { TextKey } from "#engine/core/definitions/text-keys.ts";
import { UploadError } from "#widgets/upload-error.ts";
import type { DetectionReport, StoredFile } from "#widgets/widget.ts";

/** The five states of a file tile with their data. */
export type Tile =
  | { readonly state: "NULL" }
  | {
      readonly state: "PROCESSING";
      readonly file: File;
      readonly phase: "sending" | "checking" | "waiting";
      readonly sentBytes: number;
    }
  | { readonly state: "WARNING"; readonly file: File; readonly uploadId: string; readonly report: DetectionReport }
  | { readonly state: "ERROR"; readonly file?: File; readonly name: string; readonly problem: UploadProblem }
  | { readonly state: "COMPLETED"; readonly stored: StoredFile; readonly file?: File };

/** Why a file was not accepted: a text key or the server's message, and whether a retry can help. */
export interface UploadProblem {
  readonly key: TextKey;
  readonly message?: string;
  readonly unsupported: boolean;
  readonly canRetry: boolean;
}

/** Returns whether the virus scanner has not cleared the file; its content stays unavailable. */
export const isQuarantined = (stored: StoredFile | undefined): boolean =>
  stored?.scan === "waiting" || stored?.scan === "infected";

export const emptyTile: Tile = { state: "NULL" };

const byFailure: Readonly<Record<UploadError["failure"], UploadProblem>> = {
  offline: { key: "file.failed", unsupported: false, canRetry: true },
  type: { key: "file.unsupported", unsupported: true, canRetry: false },
  large: { key: "file.too-large", unsupported: false, canRetry: false },
  small: { key: "file.too-small", unsupported: false, canRetry: false },
  refused: { key: "file.failed", unsupported: false, canRetry: true },
};

/** The problem of a failed upload. Unknown errors count as transient. */
export function toUploadProblem(error: unknown): UploadProblem {
  if (!(error instanceof UploadError)) return byFailure.offline;
  return { ...byFailure[error.failure], ...(error.message ? { message: error.message } : {}) };
}

/** The problem of a document that detection could not read: unreadable, encrypted or infected. */
export function toDetectionProblem(report: DetectionReport): UploadProblem {
  return {
    key: "file.unsupported",
    unsupported: true,
    canRetry: false,
    ...(report.reason ? { message: report.reason } : {}),
  };
}

/** The problem of a stored file in which the scanner found a virus. */
export function toScanProblem({ reason }: StoredFile): UploadProblem {
  return { key: "file.failed", unsupported: false, canRetry: false, ...(reason ? { message: reason } : {}) };
}

/** Returns whether the connection was lost; the file then waits and is sent again. */
export const isConnectionLost = (error: unknown) =>
  (error instanceof UploadError && error.failure === "offline") || !navigator.onLine;

export function toFileName(tile: Tile): string {
  if (tile.state === "NULL") return "";
  if (tile.state === "ERROR") return tile.name;
  return tile.state === "COMPLETED" ? tile.stored.fileName : tile.file.name;
}
