import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileTypeFromBuffer } from "file-type";
import { WalletError, wrongFileType } from "#server/errors.ts";
import { beginsPdf } from "../detection/polyglots.ts";
import { contentTypes, maxBytes, minBytes, smallCategories, typeNames, type ContentType } from "../limits.ts";
import { discard } from "../storage/upload-folders.ts";

/** A received file on the disk. */
export interface ReceivedFile {
  path: string;
  sizeBytes: number;
  sha256: string;
  contentType: ContentType;
}

/** The number of bytes that file-type reads. */
const headBytes = 4100;

/**
 * Writes a stream to a file, and counts and hashes it. Removes the file above the limit. Throws 113 and stream errors.
 */
export async function receive(
  stream: Readable & { truncated?: boolean },
  file: string,
  max = maxBytes,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      hash.update(chunk);
      done(sizeBytes > max ? new WalletError("fileTooLarge") : null, chunk);
    },
  });
  try {
    await pipeline(stream, tap, createWriteStream(file, { mode: 0o600, flags: "wx" }));
    if (stream.truncated) throw new WalletError("fileTooLarge");
    return { sizeBytes, sha256: hash.digest("hex") };
  } catch (error) {
    await discard(file);
    throw error;
  }
}

/** Detects a file's type from its bytes. The client's type and file name do not count. Throws 114. */
export async function readContentType(file: string): Promise<ContentType> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    const found = await fileTypeFromBuffer(head);
    const type = contentTypes.find((known) => known === found?.mime);
    if (type) return type;
    // file-type detects a PDF at the first byte only, while PDF readers accept bytes before the mark.
    if (!found && beginsPdf(head)) return "application/pdf";
    throw wrongFileType(typeNames);
  } finally {
    await handle.close();
  }
}

/** Throws 114 or 115 for a file that its category does not accept. */
export function assertAccepted(
  { sizeBytes, contentType }: Pick<ReceivedFile, "sizeBytes" | "contentType">,
  category?: string,
): void {
  const isPicture = category !== undefined && smallCategories.has(category);
  if (isPicture && !contentType.startsWith("image/")) throw wrongFileType("jpeg, jpg, png");
  if (!isPicture && sizeBytes < minBytes) throw new WalletError("fileTooSmall");
}

/** Returns the SHA-256 of a file. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
