/** A part of a PDF as a reader of PDFs takes it that begins to read at one place. */
export interface PdfWords {
  /** Its words with a space on either side of each: without comments, `()` for a string, names as they are meant (`/J#53` is `/JS`). */
  said: string;
  /** Where bytes that follow `stream` may begin, and where they end at the least. */
  streams: readonly { begin: number; end: number }[];
}

/** Blanks and what stands in no word (ISO 32000-1, 7.2.2; what is not ASCII is a blank to some readers). */
const blank = String.raw`\0-\x20\x7f-\xff`;
const regular = String.raw`[^${blank}()<>[\]{}/%]`;
const word = new RegExp(String.raw`[${blank}]+|%[^\r\n]*|<<|>>|<[^>]*>?|/${regular}*|${regular}+|[^]`, "y");
const inString = /[()\\]/g;
/** So many times all of it may be read; only who hides parts in each other needs more. */
const mostTurns = 4;

/**
 * Reads a text from each of the places, for a reader of PDFs is told where to begin: what is a comment or a string to one
 * who reads from the first letter on is an object to another. Each part ends where the next one begins, be it that a
 * dictionary or a list is still open. Throws where parts lie within each other many times over.
 */
export function readPdfWords(text: string, places: readonly number[]): PdfWords[] {
  const begins = new Set(places);
  const read = new Map<number, PdfWords>();
  let left = mostTurns * text.length;
  for (const place of begins) {
    const { end, ...part } = readPart(text, place, begins);
    left -= end - place;
    if (left < 0) throw new Error("The objects of this PDF lie within each other.");
    read.set(place, part);
  }
  return places.map((place) => read.get(place)!);
}

function readPart(text: string, place: number, begins: ReadonlySet<number>): PdfWords & { end: number } {
  const words: string[] = [];
  const streams: { begin: number; end: number }[] = [];
  const open: string[] = [];
  const findLineEnd = createFinder(text, /[\r\n]/g);
  const findStreamEnd = createFinder(text, /endstream/g);
  let at = place;
  while (at < text.length && (at === place || open.length > 0 || !begins.has(at))) {
    word.lastIndex = at;
    word.test(text);
    const found = text.slice(at, word.lastIndex);
    at = word.lastIndex;
    if (found === "(") at = findStringEnd(text, at);
    const said = toWord(found);
    if (said === undefined) continue;
    words.push(said);
    if (said === "<<" || said === "[") open.push(said);
    else if (said === (open.at(-1) === "[" ? "]" : ">>")) open.pop();
    else if (said === "stream") {
      // It is on the next line; there are those who end a line with CR alone.
      const line = findLineEnd(at);
      const begin = line + (text.startsWith("\r\n", line) ? 2 : 1);
      const end = findStreamEnd(begin);
      streams.push({ begin, end });
      // What stands in a dictionary that is open is no stream to every reader.
      if (open.length === 0) at = end;
    }
  }
  return { said: ` ${words.join(" ")} `, streams, end: at };
}

/** Undefined for blanks and comments. */
function toWord(found: string): string | undefined {
  const first = found.charCodeAt(0);
  if (first <= 0x20 || first >= 0x7f || found[0] === "%") return undefined;
  if (found[0] === "/")
    return found.replace(/#([0-9A-Fa-f]{2})/g, (whole, code: string) => {
      const letter = String.fromCharCode(Number.parseInt(code, 16));
      return /[\w.-]/.test(letter) ? letter : whole;
    });
  return found === "(" || (found[0] === "<" && found !== "<<") ? "()" : found;
}

function findStringEnd(text: string, at: number): number {
  inString.lastIndex = at;
  for (let depth = 1; depth > 0;) {
    const mark = inString.exec(text)?.[0];
    if (mark === undefined) return text.length;
    if (mark === "\\") inString.lastIndex += 1;
    else depth += mark === "(" ? 1 : -1;
  }
  return inString.lastIndex;
}

/** → where a pattern is found next, or the end; asked further and further on it reads nothing twice. */
function createFinder(text: string, pattern: RegExp): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    pattern.lastIndex = from;
    found = pattern.exec(text)?.index ?? text.length;
    return found;
  };
}
