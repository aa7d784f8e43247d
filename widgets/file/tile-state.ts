import type { TextKey } from "#engine/documents/text-keys.ts";
import { UploadError } from "#widgets/upload-error.ts";
import type { DetectionReport, StoredFile } from "#widgets/widget.ts";

/** The five states of a file on its way, and what each needs to be drawn. */
export type Tile =
  | { readonly state: "NULL" }
  | {
      readonly state: "PROCESSING";
      readonly file: File;
      readonly phase: "sending" | "checking" | "waiting";
      readonly sentBytes: number;
    }
  | { readonly state: "WARNING"; readonly file: File; readonly uploadId: string; readonly report: DetectionReport }
  | { readonly state: "ERROR"; readonly file?: File; readonly name: string; readonly trouble: Trouble }
  | { readonly state: "COMPLETED"; readonly stored: StoredFile; readonly file?: File };

/** Why a file was not taken: a text of the catalogue or the server's own words, and whether sending it again may help. */
export interface Trouble {
  readonly key: TextKey;
  readonly message?: string;
  readonly unsupported: boolean;
  readonly canRetry: boolean;
}

/** The virus scanner has not said that it is clean: nobody gets its bytes. */
export const isHeld = (stored: StoredFile | undefined): boolean =>
  stored?.scan === "waiting" || stored?.scan === "infected";

export const emptyTile: Tile = { state: "NULL" };

const byFailure: Readonly<Record<UploadError["failure"], Trouble>> = {
  lost: { key: "file.failed", unsupported: false, canRetry: true },
  type: { key: "file.unsupported", unsupported: true, canRetry: false },
  large: { key: "file.too-large", unsupported: false, canRetry: false },
  small: { key: "file.too-small", unsupported: false, canRetry: false },
  refused: { key: "file.failed", unsupported: false, canRetry: true },
};

/** What the tile says about a failed upload. An error of another kind counts as a passing failure. */
export function toTrouble(error: unknown): Trouble {
  if (!(error instanceof UploadError)) return byFailure.lost;
  return { ...byFailure[error.failure], ...(error.message ? { message: error.message } : {}) };
}

/** What the tile says about a paper that detection could not read: unreadable, encrypted or marked by the virus scanner. */
export function toReportTrouble(report: DetectionReport): Trouble {
  return {
    key: "file.unsupported",
    unsupported: true,
    canRetry: false,
    ...(report.reason ? { message: report.reason } : {}),
  };
}

/** What the tile says about a file in which the scanner found a virus after it was stored. */
export function toScanTrouble({ reason }: StoredFile): Trouble {
  return { key: "file.failed", unsupported: false, canRetry: false, ...(reason ? { message: reason } : {}) };
}

/** The connection broke: the file waits, nobody has to choose it again. */
export const isLost = (error: unknown) =>
  (error instanceof UploadError && error.failure === "lost") || !navigator.onLine;

/** The file that is being dealt with, for its name and picture. */
export function toFileName(tile: Tile): string {
  if (tile.state === "NULL") return "";
  if (tile.state === "ERROR") return tile.name;
  return tile.state === "COMPLETED" ? tile.stored.fileName : tile.file.name;
}
