import type { Readable } from "node:stream";

/*
 * A minimal tar (POSIX.1-1988, ustar) for backups: plain files with short names, which every machine's tools can list.
 */
const block = 512;

export interface Entry {
  name: string;
  sizeBytes: number;
  /** Read them to the end before the next entry. */
  bytes: AsyncIterable<Buffer>;
}

/** The header of a file. A name has at most a hundred bytes. */
export function toHeader(name: string, sizeBytes: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for the archive.`);
  const header = Buffer.alloc(block);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  header.write(name, 0);
  header.write(octal(0o600, 8) + octal(0, 8) + octal(0, 8), 100);
  header.write(octal(sizeBytes, 12) + octal(Math.floor(at.getTime() / 1000), 12), 124);
  header.write("        0", 148);
  header.write("ustar\u000000", 257);
  header.write(`${toSum(header).toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** The checksum of a header, in which its own field counts as spaces. */
const toSum = (header: Buffer): number =>
  header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);

/** The padding of a file's last block. */
export function toPadding(sizeBytes: number): Buffer {
  return Buffer.alloc((block - (sizeBytes % block)) % block);
}

/** The end of an archive: two empty blocks. */
export const tarEnd = Buffer.alloc(2 * block);

/** The files of an archive, in order. Throws for an incomplete or damaged one, or one with more behind its end. */
export async function* readTar(stream: Readable): AsyncGenerator<Entry> {
  const reader = new ByteReader(stream);
  for (;;) {
    const header = await reader.take(block);
    if (header.every((byte) => byte === 0)) return await reader.skipEmpty();
    const name = header.toString("utf8", 0, 100).replace(/\0.*$/s, "");
    const sizeBytes = Number.parseInt(header.toString("latin1", 124, 135), 8);
    if (header.toString("latin1", 257, 262) !== "ustar" || !Number.isInteger(sizeBytes))
      throw new Error("This is not an archive of `npm run backup`");
    if (Number.parseInt(header.toString("latin1", 148, 154), 8) !== toSum(header))
      throw new Error("the header of an entry is damaged");
    yield { name, sizeBytes, bytes: reader.stream(sizeBytes) };
    await reader.take(toPadding(sizeBytes).length);
  }
}

/** Reads a stream in requested lengths. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#source = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.stream(length)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Reads to the end of the stream, so that its checksum is compared too. Throws for bytes that are not zero. */
  async skipEmpty(): Promise<void> {
    for (let next: IteratorResult<Buffer> = { value: this.#rest }; !next.done; next = await this.#source.next())
      if (next.value.some((byte) => byte !== 0)) throw new Error("something was added behind its end");
  }

  async *stream(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (this.#rest.length === 0) {
        const next = await this.#source.next();
        if (next.done) throw new Error("the archive is incomplete");
        this.#rest = next.value;
      }
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }
}
