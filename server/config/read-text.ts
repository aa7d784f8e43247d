import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

/** The reason why a file was not read, for its author. `before` is the readable part. */
export class UnreadableFile extends Error {
  constructor(
    readonly code:
      | "definition/not-a-file"
      | "definition/unreadable"
      | "definition/too-large"
      | "definition/too-slow"
      | "definition/not-utf8",
    message: string,
    readonly before?: string,
  ) {
    super(message);
    this.name = "UnreadableFile";
  }
}

/** A file that does not answer in time is given up: a network drive may be gone. */
const deadlineMs = 3_000;
/** Counts ticks of this thread instead of time: while the thread is blocked, no answer can arrive. */
const tickMs = 100;

/**
 * The text of a plain file of at most `maxBytes`. Throws UnreadableFile for pipes, devices, unreadable, too large,
 * growing and slow files, and for files that are not UTF-8.
 */
export function readText(path: string, maxBytes: number): Promise<string> {
  return withReadDeadline(`The file did not answer in ${deadlineMs / 1_000} seconds`, async () => {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile())
        throw new UnreadableFile(
          "definition/not-a-file",
          "A document is a plain file; this is a pipe, a device or a folder",
        );
      return await readAtMost(handle, maxBytes);
    } finally {
      await handle.close();
    }
  });
}

/** The result of `read`. Any failure, and the deadline, throw UnreadableFile. */
export async function withReadDeadline<T>(timeoutMessage: string, read: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let waitedMs = 0;
  const limit = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      waitedMs += tickMs;
      if (waitedMs >= deadlineMs) reject(new UnreadableFile("definition/too-slow", timeoutMessage));
    }, tickMs);
  });
  try {
    return await Promise.race([read(), limit]);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(
      "definition/unreadable",
      `This cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    clearInterval(timer);
  }
}

/** Counts bytes and ignores the size that the file reports: some report none, some grow while they are read. */
async function readAtMost(handle: FileHandle, maxBytes: number): Promise<string> {
  const bytes = Buffer.allocUnsafe(maxBytes + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null);
    length += bytesRead;
    if (length > maxBytes) throw new UnreadableFile("definition/too-large", `A document has at most ${maxBytes} bytes`);
    if (bytesRead === 0) return decodeUtf8(bytes.subarray(0, length));
  }
}

/**
 * Decodes UTF-8 without a byte order mark. Throws UnreadableFile otherwise, because replacement characters would be
 * published.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const [before] = new TextDecoder().decode(bytes).split("\uFFFD", 1);
    throw new UnreadableFile("definition/not-utf8", "This file is not UTF-8: save it in that encoding", before);
  }
}
