import { expanding, textual } from "./pdf-filters.ts";

/** A page of A4 at 600 dpi in colour is 105 MB. */
const streamMax = 160 * 1024 * 1024;
const allMax = 640 * 1024 * 1024;
/** A dictionary is looked for its filters so far before its stream. */
const headMax = 64 * 1024;

/** A stream whose bytes become more as they are unpacked. */
interface Packed {
  readonly bytes: Buffer;
  readonly filter: (typeof expanding)[string];
}

/** Whether streams of a PDF unpack to more than a paper can need, each or all together. Only counts: what is unpacked is not kept. */
export async function isPdfBomb(bytes: Buffer): Promise<boolean> {
  const packed: Packed[] = [];
  for (let from = 0; ;) {
    const start = bytes.indexOf("stream", from, "latin1");
    if (start === -1) break;
    const body = start + "stream".length;
    const found = bytes.indexOf("endstream", body, "latin1");
    const end = found === -1 ? bytes.length : found;
    const filters = readFilters(bytes, from, start);
    const [last, another] = filters.filter((name) => expanding[name]);
    // Nobody packs a paper's stream twice.
    if (another !== undefined) return true;
    const filter = last === undefined ? undefined : expanding[last];
    if (filter) packed.push({ bytes: toPlain(bytes.subarray(skipLineEnd(bytes, body), end), filters), filter });
    if (found === -1) break;
    from = end + "endstream".length;
  }
  return isTooMuch(packed);
}

async function isTooMuch(packed: readonly Packed[]): Promise<boolean> {
  // Most papers could not reach the limits if they would: nothing of them is unpacked.
  const toMost = ({ bytes, filter }: Packed) => bytes.length * filter.ratio;
  const most = packed.reduce((sum, one) => sum + toMost(one), 0);
  const suspects = most > allMax ? packed : packed.filter((one) => toMost(one) > streamMax);
  let total = 0;
  for (const { bytes, filter } of suspects) {
    const size = await filter.count(bytes, streamMax);
    total += size;
    if (size > streamMax || total > allMax) return true;
  }
  return false;
}

/** The names of a stream's filters in order, from the dictionary before it; one that stands elsewhere is looked up there. */
function readFilters(bytes: Buffer, from: number, start: number): string[] {
  const head = toNames(bytes.subarray(Math.max(from, start - headMax), start));
  // What stands last is this stream's: dictionaries of other objects may stand before.
  const own = head.slice(Math.max(0, head.lastIndexOf(" obj")));
  return [...own.matchAll(/\/Filter\s*(\[[^\]]*\]|\/\w+|\d+\s+\d+\s+R)/g)].flatMap(([, said = ""]) => {
    const names = said.endsWith("R") ? findObject(bytes, said.slice(0, -1)) : said;
    return [...names.matchAll(/\/(\w+)/g)].map(([, name]) => name!);
  });
}

/** What an object is that holds a name or a list of names: "5 0". */
function findObject(bytes: Buffer, reference: string): string {
  const opening = `${reference.trim().replace(/\s+/g, " ")} obj`;
  const at = bytes.indexOf(opening, 0, "latin1");
  if (at === -1) return "";
  const said = toNames(bytes.subarray(at + opening.length, at + 512));
  return /^\s*(?:\[[^\]]*\]|\/\w+)/.exec(said)?.[0] ?? "";
}

/** Text in which names stand as they are meant: `/Fl#61te` is `/Flate`. */
const toNames = (bytes: Buffer): string =>
  bytes
    .toString("latin1")
    .replace(/#([0-9A-Fa-f]{2})/g, (_whole, code: string) => String.fromCharCode(parseInt(code, 16)));

/** Without what only writes it as text. */
function toPlain(stream: Buffer, filters: readonly string[]): Buffer {
  let plain = stream;
  for (const name of filters) {
    const read = textual[name];
    if (!read) break;
    plain = read(plain);
  }
  return plain;
}

function skipLineEnd(bytes: Buffer, at: number): number {
  if (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) return at + 2;
  return bytes[at] === 0x0a || bytes[at] === 0x0d ? at + 1 : at;
}
