import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileTypeFromBuffer } from "file-type";
import { WalletError, wrongFileType } from "#server/errors.ts";
import { contentTypes, maxBytes, minBytes, smallCategories, typeNames, type ContentType } from "../limits.ts";
import { discard } from "../storage/places.ts";

/** Bytes on the disk and what they are. */
export interface ReceivedFile {
  path: string;
  sizeBytes: number;
  sha256: string;
  contentType: ContentType;
}

/** As many bytes as file-type looks at. */
const headBytes = 4100;

/** Streams bytes to a file, counting and hashing; stops and removes it past the limit. Throws 113, and what the stream throws. */
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

/** What the bytes of a file are; the client's word and the name do not count. Throws 114. */
export async function readContentType(file: string): Promise<ContentType> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const found = await fileTypeFromBuffer(buffer.subarray(0, bytesRead));
    const type = contentTypes.find((known) => known === found?.mime);
    if (!type) throw wrongFileType(typeNames);
    return type;
  } finally {
    await handle.close();
  }
}

/** Throws 114, 115 for a file that a category does not take. */
export function assertTaken(
  { sizeBytes, contentType }: Pick<ReceivedFile, "sizeBytes" | "contentType">,
  category?: string,
): void {
  const isPicture = category !== undefined && smallCategories.has(category);
  if (isPicture && !contentType.startsWith("image/")) throw wrongFileType("jpeg, jpg, png");
  if (!isPicture && sizeBytes < minBytes) throw new WalletError("fileTooSmall");
}

/** The SHA-256 of a file that is there already. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
