import { WalletError } from "#server/errors.ts";

/** A cursor of a list: the keys of the last row of a page, of which the first is a moment of the database. */
export const writeCursor = (keys: readonly string[]): string => Buffer.from(JSON.stringify(keys)).toString("base64url");

const moment = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?[+-]\d{2}(:\d{2})?$/;

/** Reads a cursor with this number of keys. Throws 400 for another form. */
export function readCursor(cursor: string, length: number): string[] {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch (cause) {
    throw new WalletError("badRequest", { cause });
  }
  const isCursor =
    Array.isArray(parts) &&
    parts.length === length &&
    parts.every((part) => typeof part === "string" && part.length < 200);
  if (!isCursor || !moment.test(String((parts as string[])[0]))) throw new WalletError("badRequest");
  return parts as string[];
}
