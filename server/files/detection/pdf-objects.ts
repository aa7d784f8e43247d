import { constants, inflateRawSync } from "node:zlib";
import { findBeginnings, type PdfBeginning } from "./pdf-beginnings.ts";
import { deflate, toPlain } from "./pdf-filters.ts";
import { readPdfWords, type PdfWords } from "./pdf-words.ts";

/** An object of a PDF, or what a reader of PDFs may take for one. */
export type PdfObject = PdfWords & Pick<PdfBeginning, "number">;

/** Bytes behind an object, and the filters that they are written with, in each way in which the object may be read. */
export interface PdfStream {
  bytes: Buffer;
  filters: string[][];
}

/** A PDF as whoever opens it may find it: all of its objects, those packed in streams too. */
export interface PdfFile {
  objects: readonly PdfObject[];
  findStreams(object: PdfObject): PdfStream[];
}

/** What stands in an object of its own may be a filter or a length. */
const value = /^ (\[ [^\][]*\]|\/\S+|\d+) /;
/** Of one thing there are hardly two. */
const valuesMax = 16;
const filter = / \/Filter (\[ [^\][]*\]|\/\S+|\d+ \d+ R)(?= )/g;
const length = / \/Length (\d+)( \d+ R)?(?= )/g;
/** What changes packed objects beside their filters; nobody writes them so. */
const unusual = / \/(?:F|DP|Predictor) | \/DecodeParms [^/]* R /;
const packedMax = 16 * 1024 * 1024;
const allPackedMax = 64 * 1024 * 1024;
/** Streams lie beside each other: they have no more bytes than the file. Those that lie within each other have. */
const mostTurns = 8;

/** Reads all objects of a PDF, in time that grows as its length. Throws where packed ones cannot be read, or are too many. */
export function openPdf(bytes: Buffer): PdfFile {
  const text = bytes.toString("latin1");
  const objects = readObjects(text, findBeginnings(text));
  const values = new Values();
  for (const object of objects) values.add(object);
  const findStreams = createStreams(bytes, values);
  const packed: PdfObject[] = [];
  let left = allPackedMax;
  for (const object of objects.filter(isPack))
    for (const stream of findStreams(object)) {
      const unpacked = unpack(object, stream);
      left -= unpacked.length;
      if (left < 0) throw new Error("Too many objects are packed in this PDF.");
      for (const inside of readPacked(unpacked, object)) packed.push(inside);
    }
  for (const object of packed) values.add(object);
  return { objects: [...objects, ...packed], findStreams };
}

function readObjects(text: string, begun: readonly PdfBeginning[]): PdfObject[] {
  const places = begun.map(({ place }) => place);
  return readPdfWords(text, places).map((words, at) => ({ ...words, number: begun[at]!.number }));
}

/** Names, lists and numbers that are objects of their own, by their numbers: where one was changed there are several. */
class Values {
  readonly #byNumber = new Map<PdfObject["number"], Set<string>>();

  add({ number, said }: PdfObject): void {
    const found = value.exec(said)?.[1];
    if (found === undefined) return;
    const known = this.#byNumber.get(number) ?? new Set();
    this.#byNumber.set(number, known.add(found));
    if (known.size > valuesMax) throw new Error("An object of this PDF is too many things.");
  }

  find(number: number): string[] {
    return [number, "any" as const].flatMap((key) => [...(this.#byNumber.get(key) ?? [])]);
  }
}

function createStreams(bytes: Buffer, values: Values): PdfFile["findStreams"] {
  let left = mostTurns * bytes.length;
  return ({ said, streams }) => {
    if (streams.length === 0) return [];
    const filters = readFilters(said, values);
    const longest = Math.max(0, ...readLengths(said, values));
    return streams.map(({ begin, end }) => {
      // Some readers go by the length, others by the end; a filter knows where it ends.
      const found = bytes.subarray(begin, Math.max(end, begin + longest));
      left -= found.length;
      if (left < 0) throw new Error("The streams of this PDF lie within each other.");
      return { bytes: found, filters };
    });
  };
}

function readFilters(said: string, values: Values): string[][] {
  const written = new Set(
    [...said.matchAll(filter)].flatMap(([, found = ""]) =>
      found.endsWith("R") ? values.find(Number.parseInt(found, 10)) : [found],
    ),
  );
  if (written.size > valuesMax) throw new Error("A stream of this PDF has too many filters.");
  return [...written].map((names) =>
    [...names.matchAll(/\/(\S+)|(?<= )(\d+) \d+ R/g)].flatMap(([, name, number]) =>
      name === undefined ? values.find(Number(number)).map((one) => one.replace("/", "")) : [name],
    ),
  );
}

function readLengths(said: string, values: Values): number[] {
  const all = [...said.matchAll(length)].flatMap(([, number, reference]) =>
    reference === undefined ? [Number(number)] : values.find(Number(number)).map(Number),
  );
  return all.filter(Number.isFinite);
}

/** Whether objects are packed in it: it says so, or has what is needed to look for them. */
function isPack({ said }: PdfObject): boolean {
  return said.includes(" /ObjStm ") || (said.includes(" /First ") && said.includes(" /N "));
}

function unpack({ said }: PdfObject, { bytes, filters: [filters = [], another] }: PdfStream): string {
  const { plain, left } = toPlain(bytes, filters);
  const [name, ...more] = left;
  if (another || unusual.test(said) || more.length > 0 || (name !== undefined && !deflate.has(name)))
    throw new Error("Objects of this PDF are packed as nobody packs them.");
  if (name === undefined) return plain.toString("latin1");
  // Without the two letters before and the sum behind, which not every reader looks at; past its end it does not read.
  const options = { maxOutputLength: packedMax, finishFlush: constants.Z_SYNC_FLUSH };
  return inflateRawSync(plain.subarray(2), options).toString("latin1");
}

/** Objects from a stream: numbers and places of all of them, then the objects (ISO 32000-1, 7.5.7). */
function readPacked(text: string, { said }: PdfObject): PdfObject[] {
  const first = readOnly(said, / \/First (\d+)(?= [/>])/g);
  const count = readOnly(said, / \/N (\d+)(?= [/>])/g);
  const head = text.slice(0, first).match(/[^\0\s]+/g) ?? [];
  const places = head.filter((_, at) => at % 2 === 1).map((place) => first + Number(place));
  if (!head.every((number) => /^\d+$/.test(number)) || places.length < count)
    throw new Error("A stream of objects does not begin with their places.");
  // Some read one after the other what others look up.
  const begun = [
    ...places.map((place, at) => ({ place, number: Number(head[2 * at]) })),
    { place: first, number: undefined },
  ];
  const objects = readObjects(text, begun);
  if (objects.some(({ streams }) => streams.length > 0)) throw new Error("A stream lies in a stream of objects.");
  return objects;
}

function readOnly(said: string, pattern: RegExp): number {
  const [found, another] = said.matchAll(pattern);
  if (!found || another) throw new Error("A stream of objects does not say where they are.");
  return Number(found[1]);
}
