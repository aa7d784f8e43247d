import { constants, inflateRawSync } from "node:zlib";
import { findObjectStarts, type PdfObjectStart } from "./pdf-object-starts.ts";
import { deflate, removeTextFilters } from "./pdf-filters.ts";
import { readPdfTokens, type PdfTokens } from "./pdf-tokens.ts";

/** An object of a PDF, or text that a reader may take for one. */
export type PdfObject = PdfTokens & Pick<PdfObjectStart, "number">;

/** The bytes of a stream, and its filters for each possible reading of its object. */
export interface PdfStream {
  bytes: Buffer;
  filters: string[][];
}

/** All objects of a PDF that any reader may find, those in object streams included. */
export interface PdfFile {
  objects: readonly PdfObject[];
  findStreams(object: PdfObject): PdfStream[];
}

/** A value in its own object: a filter or a length. */
const value = /^ (\[ [^\][]*\]|\/\S+|\d+) /;
/** A real document has one or two. */
const valuesMax = 16;
const filter = / \/Filter (\[ [^\][]*\]|\/\S+|\d+ \d+ R)(?= )/g;
const length = / \/Length (\d+)( \d+ R)?(?= )/g;
/** Parameters that change object streams beside their filters. No real document has them. */
const unusual = / \/(?:F|DP|Predictor) | \/DecodeParms [^/]* R /;
const objectStreamMax = 16 * 1024 * 1024;
const allObjectStreamsMax = 64 * 1024 * 1024;
/** A long document has some ten thousand. Each costs time in every reader. */
const objectsMax = 100_000;
/** Streams do not overlap in a real document, so together they are no larger than the file. */
const overlapMax = 8;

/** A PDF with more objects than any document needs. */
export class TooManyObjects extends Error {}

/**
 * Reads all objects of a PDF in linear time. Throws TooManyObjects, and an error when object streams are unreadable or
 * too large, or skips them when they are encrypted.
 */
export function openPdf(bytes: Buffer, { skipsObjectStreams } = { skipsObjectStreams: false }): PdfFile {
  const text = bytes.toString("latin1");
  const starts = findObjectStarts(text);
  if (starts.length > objectsMax) throw new TooManyObjects();
  const objects = readObjects(text, starts);
  const values = new Values();
  for (const object of objects) values.add(object);
  const findStreams = createStreams(bytes, values);
  const packed: PdfObject[] = [];
  let left = allObjectStreamsMax;
  for (const object of skipsObjectStreams ? [] : objects.filter(isObjectStream))
    for (const stream of findStreams(object)) {
      const unpacked = unpack(object, stream);
      left -= unpacked.length;
      if (left < 0) throw new Error("The object streams of this PDF are too large together.");
      for (const inside of readObjectStream(unpacked, object)) packed.push(inside);
      if (objects.length + packed.length > objectsMax) throw new TooManyObjects();
    }
  for (const object of packed) values.add(object);
  return { objects: [...objects, ...packed], findStreams };
}

function readObjects(text: string, starts: readonly PdfObjectStart[]): PdfObject[] {
  const offsets = starts.map(({ offset }) => offset);
  return readPdfTokens(text, offsets).map((tokens, at) => ({ ...tokens, number: starts[at]!.number }));
}

/** Names, lists and numbers in their own objects, by object number. An updated object has several values. */
class Values {
  readonly #byNumber = new Map<PdfObject["number"], Set<string>>();

  add({ number, text }: PdfObject): void {
    const found = value.exec(text)?.[1];
    if (found === undefined) return;
    const known = this.#byNumber.get(number) ?? new Set();
    this.#byNumber.set(number, known.add(found));
    if (known.size > valuesMax) throw new Error("An object of this PDF has too many values.");
  }

  find(number: number): string[] {
    return [number, "any" as const].flatMap((key) => [...(this.#byNumber.get(key) ?? [])]);
  }
}

function createStreams(bytes: Buffer, values: Values): PdfFile["findStreams"] {
  let left = overlapMax * bytes.length;
  return ({ text, streams }) => {
    if (streams.length === 0) return [];
    const filters = readFilters(text, values);
    const longest = Math.max(0, ...readLengths(text, values));
    return streams.map(({ begin, end }) => {
      // Some readers use the length, others the end mark. A filter knows its end.
      const found = bytes.subarray(begin, Math.max(end, begin + longest));
      left -= found.length;
      if (left < 0) throw new Error("The streams of this PDF overlap.");
      return { bytes: found, filters };
    });
  };
}

function readFilters(text: string, values: Values): string[][] {
  const written = new Set(
    [...text.matchAll(filter)].flatMap(([, found = ""]) =>
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

function readLengths(text: string, values: Values): number[] {
  const all = [...text.matchAll(length)].flatMap(([, number, reference]) =>
    reference === undefined ? [Number(number)] : values.find(Number(number)).map(Number),
  );
  return all.filter(Number.isFinite);
}

/** Returns whether an object is an object stream, by its type or by its keys. */
function isObjectStream({ text }: PdfObject): boolean {
  return text.includes(" /ObjStm ") || (text.includes(" /First ") && text.includes(" /N "));
}

function unpack({ text }: PdfObject, { bytes, filters: [filters = [], another] }: PdfStream): string {
  const { plain, left } = removeTextFilters(bytes, filters);
  const [name, ...more] = left;
  if (another || unusual.test(text) || more.length > 0 || (name !== undefined && !deflate.has(name)))
    throw new Error("An object stream of this PDF has an unusual encoding.");
  if (name === undefined) return plain.toString("latin1");
  // Without the zlib header and checksum, which some readers ignore. Stops at the end of the data.
  const options = { maxOutputLength: objectStreamMax, finishFlush: constants.Z_SYNC_FLUSH };
  return inflateRawSync(plain.subarray(2), options).toString("latin1");
}

/** Reads an object stream: pairs of numbers and offsets, then the objects (ISO 32000-1, 7.5.7). */
function readObjectStream(data: string, { text }: PdfObject): PdfObject[] {
  const first = readSingle(text, / \/First (\d+)(?= [/>])/g);
  const count = readSingle(text, / \/N (\d+)(?= [/>])/g);
  const head = data.slice(0, first).match(/[^\0\s]+/g) ?? [];
  const offsets = head.filter((_, at) => at % 2 === 1).map((offset) => first + Number(offset));
  if (!head.every((number) => /^\d+$/.test(number)) || offsets.length < count)
    throw new Error("An object stream does not begin with its offsets.");
  // Some readers read in sequence instead of using the offsets.
  const starts = [
    ...offsets.map((offset, at) => ({ offset, number: Number(head[2 * at]) })),
    { offset: first, number: undefined },
  ];
  const objects = readObjects(data, starts);
  if (objects.some(({ streams }) => streams.length > 0)) throw new Error("An object stream contains a stream.");
  return objects;
}

function readSingle(text: string, pattern: RegExp): number {
  const [found, another] = text.matchAll(pattern);
  if (!found || another) throw new Error("An object stream lacks /First or /N.");
  return Number(found[1]);
}
