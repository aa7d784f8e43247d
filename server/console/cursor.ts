import { WalletError } from "#server/errors.ts";

const moment = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?[+-]\d{2}(:\d{2})?$/;

/** The `next` of a page: the sort keys of its last row. The first one is a time of PostgreSQL with its microseconds. */
export const toCursor = (keys: readonly string[]): string => Buffer.from(JSON.stringify(keys)).toString("base64url");

/** The sort keys of a cursor. Throws 400 for a cursor of another form. */
export function readCursor(cursor: string, length: number): string[] {
  let keys: unknown;
  try {
    keys = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch (cause) {
    throw new WalletError("badRequest", { cause });
  }
  const isCursor =
    Array.isArray(keys) && keys.length === length && keys.every((key) => typeof key === "string" && key.length < 200);
  if (!isCursor || !moment.test(String((keys as string[])[0]))) throw new WalletError("badRequest");
  return keys as string[];
}
