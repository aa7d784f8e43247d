import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm, type FileHandle } from "node:fs/promises";
import { createInterface } from "node:readline";

/*
 * The list of a backup's entries in their order, a line each: SHA-256, size and name. It goes through a file,
 * because an installation may have more entries than fit into memory.
 */
const maxBufferedBytes = 65_536;

export interface ManifestEntry {
  name: string;
  sizeBytes: number;
  sha256: string;
}

export const toLine = ({ name, sizeBytes, sha256 }: ManifestEntry): string => `${sha256} ${sizeBytes} ${name}\n`;

/** The name in a line, for people: it may come from a changed backup. */
export const toName = (line: string): string => printable(line.split(" ").slice(2).join(" "));
export const printable = (name: string): string => name.replace(/[^\w./-]/g, "?").slice(0, 100);

/** Passes the bytes of an entry on, and hashes them. `sha256` is complete after the last one. */
export class HashedBytes {
  readonly #hash = createHash("sha256");
  readonly #bytes: AsyncIterable<Buffer>;

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#bytes = bytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const part of this.#bytes) {
      this.#hash.update(part);
      yield part;
    }
  }

  sha256(): string {
    return this.#hash.digest("hex");
  }
}

/** A private temporary file of lines. */
export class LineFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;
  #sizeBytes = 0;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  static async create(path: string): Promise<LineFile> {
    return new LineFile(path, await open(path, "wx", 0o600));
  }

  async add(part: string | Buffer): Promise<void> {
    const bytes = Buffer.from(part);
    this.#buffered.push(bytes);
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes >= maxBufferedBytes) await this.#write();
  }

  /** Writes the rest. → the size in bytes. */
  async end(): Promise<number> {
    await this.#write();
    await this.#handle.close();
    return this.#sizeBytes;
  }

  async remove(): Promise<void> {
    await this.#handle.close();
    await rm(this.path, { force: true });
  }

  async #write(): Promise<void> {
    const bytes = Buffer.concat(this.#buffered);
    this.#buffered = [];
    this.#bufferedBytes = 0;
    this.#sizeBytes += bytes.length;
    await this.#handle.writeFile(bytes);
  }
}

export const readLines = (file: string): AsyncIterator<string> =>
  createInterface({ input: createReadStream(file), crlfDelay: Infinity })[Symbol.asyncIterator]();

/** How the entries of a backup differ from its manifest, in a sentence; undefined when they do not. */
export async function findDifference(foundFile: string, manifestFile: string): Promise<string | undefined> {
  const [found, listed] = [readLines(foundFile), readLines(manifestFile)];
  for (let before = ""; ;) {
    const [one, other] = [await found.next(), await listed.next()];
    if (one.done && other.done) return undefined;
    const [actual, expected] = [one.done ? "" : toName(one.value), other.done ? "" : toName(other.value)];
    if (!one.done && !other.done && one.value === other.value) {
      before = actual;
      continue;
    }
    if (actual === expected) return `${actual} was changed`;
    if (one.done) return `${expected} is missing`;
    if (other.done || actual === before || !(await hasName(manifestFile, actual))) return `${actual} was added`;
    return `${expected} is missing`;
  }
}

async function hasName(file: string, name: string): Promise<boolean> {
  const lines = readLines(file);
  for (;;) {
    const next = await lines.next();
    if (next.done) return false;
    if (toName(next.value) === name) return true;
  }
}
