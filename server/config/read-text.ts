import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

/** Why a file was not read, for the author who put it there; `before` is what could be read of it. */
export class UnreadFile extends Error {
  constructor(
    readonly code: "not-a-file" | "unreadable" | "too-large" | "too-slow" | "not-utf8",
    message: string,
    readonly before?: string,
  ) {
    super(message);
    this.name = "UnreadFile";
  }
}

/** A file of a folder answers in so many milliseconds, or is not waited for: a network drive may be gone. */
const answerMs = 3_000;
/** They are counted in turns of this thread: while it does something else for seconds, nothing that has come is heard. */
const turnMs = 100;

/**
 * The text of a plain file of at most `maxBytes`. Throws UnreadFile for anything else: a pipe or a device (never waited
 * for), what may not be read, what is larger or goes on growing, what does not answer in time, what is not UTF-8.
 */
export function readText(path: string, maxBytes: number): Promise<string> {
  return inTime(`The file did not answer in ${answerMs / 1_000} seconds`, async () => {
    // Without blocking: opening a pipe would wait for somebody to write into it.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile())
        throw new UnreadFile("not-a-file", "A document is a plain file; this is a pipe, a device or a folder");
      return await readAtMost(handle, maxBytes);
    } finally {
      await handle.close();
    }
  });
}

/** What some reading gives; any failure of it, and too long a wait, as UnreadFile. */
export async function inTime<T>(late: string, read: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let waitedMs = 0;
  const limit = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      waitedMs += turnMs;
      if (waitedMs >= answerMs) reject(new UnreadFile("too-slow", late));
    }, turnMs);
  });
  try {
    return await Promise.race([read(), limit]);
  } catch (error) {
    if (error instanceof UnreadFile) throw error;
    throw new UnreadFile(
      "unreadable",
      `This cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    clearInterval(timer);
  }
}

/** By bytes read, not by the size that the file claims: some files claim none, some grow while they are read. */
async function readAtMost(handle: FileHandle, maxBytes: number): Promise<string> {
  const bytes = Buffer.allocUnsafe(maxBytes + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null);
    length += bytesRead;
    if (length > maxBytes) throw new UnreadFile("too-large", `A document has at most ${maxBytes} bytes`);
    if (bytesRead === 0) return toText(bytes.subarray(0, length));
  }
}

/** The text of bytes, without a byte order mark. Throws UnreadFile where they are not UTF-8: what is put in the place of a foreign byte would be published. */
export function toText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const [before] = new TextDecoder().decode(bytes).split("\uFFFD", 1);
    throw new UnreadFile("not-utf8", "This file is not UTF-8: save it in that encoding", before);
  }
}
