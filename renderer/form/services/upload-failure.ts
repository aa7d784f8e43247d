import { UploadError, type UploadFailure } from "#widgets/upload-error.ts";

/** Body codes with which the server refuses a file. */
const failures: Readonly<Record<number, UploadFailure>> = { 113: "large", 114: "type", 115: "small" };

/** With these a wallet says that it knows no such call. */
export const noSuchCall: ReadonlySet<number> = new Set([404, 405, 501]);

/** The error that a widget understands, from a refused call or a broken line. */
export function toUploadError(error: unknown): UploadError {
  if (error instanceof UploadError) return error;
  const { code, status, message } = error as { code?: number; status?: number; message?: string };
  if (status === 0 || status === undefined || status >= 500) return new UploadError("lost");
  return new UploadError(failures[code ?? 0] ?? "refused", message ?? "");
}
