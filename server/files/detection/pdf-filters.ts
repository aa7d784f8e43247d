import { createInflate } from "node:zlib";

/** Counts the decoded bytes of a stream until they exceed `most`. Counts a damaged stream up to the damage. */
type CountUnpacked = (packed: Buffer, most: number) => number | Promise<number>;

/** A filter that expands data, with its maximum ratio (ISO 32000-1, 7.4). */
export interface ExpandingFilter {
  readonly ratio: number;
  readonly count: CountUnpacked;
}

/** Both names of the only filter for object streams. */
export const deflate: ReadonlySet<string> = new Set(["FlateDecode", "Fl"]);

/** Filters that expand data, under both names. */
export const expandingFilters: ReadonlyMap<string, ExpandingFilter> = new Map<string, ExpandingFilter>([
  ...named([...deflate], { ratio: 1032, count: countDeflated }),
  ...named(["LZWDecode", "LZW"], { ratio: 2800, count: countLzw }),
  ...named(["RunLengthDecode", "RL"], { ratio: 64, count: countRunLength }),
]);

/** Filters that encode bytes as text: the decoded data is smaller. */
export const textFilters: ReadonlyMap<string, (text: Buffer) => Buffer> = new Map([
  ...named(["ASCII85Decode", "A85"], fromAscii85),
  ...named(["ASCIIHexDecode", "AHx"], fromHex),
]);

/** Decodes the leading text filters. Returns the data and the remaining filters. */
export function removeTextFilters(
  stream: Buffer,
  filters: readonly string[],
): { plain: Buffer; left: readonly string[] } {
  let plain = stream;
  for (const [at, name] of filters.entries()) {
    const read = textFilters.get(name);
    if (!read) return { plain, left: filters.slice(at) };
    plain = read(plain);
  }
  return { plain, left: [] };
}

function named<T>(names: readonly string[], value: T): (readonly [string, T])[] {
  return names.map((name) => [name, value]);
}

/** A large chunk, because each chunk crosses threads. */
const chunkBytes = 1024 * 1024;

function countDeflated(packed: Buffer, most: number): Promise<number> {
  return new Promise((resolve) => {
    let size = 0;
    const inflate = createInflate({ chunkSize: chunkBytes });
    const stop = () => {
      inflate.destroy();
      resolve(size);
    };
    inflate.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) stop();
    });
    inflate.on("end", stop);
    inflate.on("error", stop);
    inflate.end(packed);
  });
}

const lzw = { clear: 256, end: 257, first: 258, widest: 12, table: 4096 };

/** `EarlyChange` of the stream's dictionary is not read: the larger count wins. */
function countLzw(packed: Buffer, most: number): number {
  return Math.max(countCodes(packed, most, 1), countCodes(packed, most, 0));
}

/** Counts lengths only: each new code is one byte longer than the one before. */
function countCodes(packed: Buffer, most: number, early: 0 | 1): number {
  const lengths = new Uint32Array(lzw.table).fill(1, 0, lzw.clear);
  let [size, width, next, before] = [0, 9, lzw.first, 0];
  let [held, bits] = [0, 0];
  for (const byte of packed) {
    held = ((held << 8) | byte) & 0xff_ff_ff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === lzw.end || code > next) break;
    if (code === lzw.clear) {
      [width, next, before] = [9, lzw.first, 0];
      continue;
    }
    const length = code === next ? before + 1 : lengths[code]!;
    if (before > 0 && next < lzw.table) {
      lengths[next] = before + 1;
      next += 1;
      if (next + early >= 1 << width && width < lzw.widest) width += 1;
    }
    before = length;
    size += length;
    if (size > most) break;
  }
  return size;
}

function countRunLength(packed: Buffer, most: number): number {
  let size = 0;
  for (let at = 0; at < packed.length && size <= most;) {
    const length = packed[at]!;
    if (length === 128) break;
    size += length < 128 ? length + 1 : 257 - length;
    at += length < 128 ? length + 2 : 2;
  }
  return size;
}

/** Five letters for four bytes, `z` for four zeros. Other characters are skipped. */
function fromAscii85(text: Buffer): Buffer {
  const bytes = Buffer.alloc(text.length * 4 + 8);
  let [made, value, count] = [0, 0, 0];
  const put = (whole: number, length: number) => {
    for (let at = 0; at < length; at += 1) bytes[made + at] = Math.floor(whole / 256 ** (3 - at)) % 256;
    made += length;
  };
  for (const letter of text) {
    if (letter === 0x7e) break; // ~>
    if (letter === 0x7a && count === 0) put(0, 4);
    if (letter < 0x21 || letter > 0x75) continue;
    value = value * 85 + (letter - 0x21);
    count += 1;
    if (count < 5) continue;
    put(value, 4);
    [value, count] = [0, 0];
  }
  if (count > 1) {
    for (let at = count; at < 5; at += 1) value = value * 85 + 84;
    put(value, count - 1);
  }
  return bytes.subarray(0, made);
}

function fromHex(text: Buffer): Buffer {
  const [digits = ""] = text.toString("latin1").split(">", 1);
  const bare = digits.replace(/[^0-9A-Fa-f]/g, "");
  return Buffer.from(bare.length % 2 === 1 ? `${bare}0` : bare, "hex");
}
