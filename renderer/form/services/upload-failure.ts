import { UploadError, type UploadFailure } from "#widgets/upload-error.ts";

/** Body codes with which the server refuses a file. */
const failures: Readonly<Record<number, UploadFailure>> = { 113: "large", 114: "type", 115: "small" };

/** Statuses with which a wallet reports that it has no such call. */
export const unsupportedStatuses: ReadonlySet<number> = new Set([404, 405, 501]);

/** Turns a refused call or a lost connection into the error that widgets handle. */
export function toUploadError(error: unknown): UploadError {
  if (error instanceof UploadError) return error;
  const { code, status, message } = error as { code?: number; status?: number; message?: string };
  if (status === 0 || status === undefined || status >= 500) return new UploadError("offline");
  return new UploadError(failures[code ?? 0] ?? "refused", message ?? "");
}
