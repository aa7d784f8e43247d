import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { notFound, withReason, WalletError } from "#server/errors.ts";
import { findScanRefusal } from "#server/files/storage/file-access.ts";
import type { files } from "#server/platform/store/tables/files.ts";
import type { Services } from "#server/services.ts";

/** Throws 404 for a missing file and one with a virus, 409 while the scan is pending. */
export function assertReleased(row: typeof files.$inferSelect | undefined): asserts row is typeof files.$inferSelect {
  if (!row) throw notFound("file");
  const refusal = findScanRefusal(row.scan);
  if (refusal)
    throw new WalletError(refusal === "file-scan-pending" ? "stateConflict" : "notFound", withReason(refusal));
}

/**
 * The bytes of a stored file, with headers that keep a browser from running them. Throws 404, and 409 while the scan is
 * pending.
 */
export async function toFileAnswer(
  { ports: { storage } }: Services,
  reply: FastifyReply,
  row: typeof files.$inferSelect | undefined,
  { isHead, disposition }: { isHead: boolean; disposition: "attachment" | "inline" },
): Promise<Readable> {
  assertReleased(row);
  // A HEAD request does not load the bytes.
  const found = isHead ? undefined : await storage.open(row.id);
  const size = isHead ? await storage.findSize(row.id) : found?.sizeBytes;
  if (size === undefined) throw notFound("file");
  void reply
    .type(row.contentType)
    .header("content-length", size)
    .header("content-disposition", toDisposition(disposition, row.fileName))
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-store")
    .header("content-security-policy", "sandbox; default-src 'none'");
  return found?.bytes ?? Readable.from([]);
}

/** The Content-Disposition with the client's file name, non-ASCII included (RFC 6266). */
function toDisposition(kind: "attachment" | "inline", fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
