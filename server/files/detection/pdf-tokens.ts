/** The tokens from one start, as a PDF reader sees them. */
export interface PdfTokens {
  /** Tokens separated by spaces, without comments. `()` replaces a string, and names are decoded (`/J#53` is `/JS`). */
  text: string;
  /** Possible starts of a stream's bytes, and their earliest ends. */
  streams: readonly { begin: number; end: number }[];
}

/** Whitespace and delimiters (ISO 32000-1, 7.2.2). Some readers treat bytes beyond ASCII as whitespace. */
const blank = String.raw`\0-\x20\x7f-\xff`;
const regular = String.raw`[^${blank}()<>[\]{}/%]`;
const tokenPattern = new RegExp(String.raw`[${blank}]+|%[^\r\n]*|<<|>>|<[^>]*>?|/${regular}*|${regular}+|[^]`, "y");
const inString = /[()\\]/g;
/** Limit of repeated reading. Only a file with nested parts exceeds it. */
const overlapMax = 4;

/**
 * Reads the text from each offset, because a comment or string for one reader is an object for another. A part ends
 * where the next starts, even in an open dictionary or list. Throws when parts overlap too often.
 */
export function readPdfTokens(text: string, offsets: readonly number[]): PdfTokens[] {
  const starts = new Set(offsets);
  const read = new Map<number, PdfTokens>();
  let left = overlapMax * text.length;
  for (const offset of starts) {
    const { end, ...part } = readPart(text, offset, starts);
    left -= end - offset;
    if (left < 0) throw new Error("The objects of this PDF overlap.");
    read.set(offset, part);
  }
  return offsets.map((offset) => read.get(offset)!);
}

function readPart(text: string, offset: number, starts: ReadonlySet<number>): PdfTokens & { end: number } {
  const tokens: string[] = [];
  const streams: { begin: number; end: number }[] = [];
  const open: string[] = [];
  const findLineEnd = createFinder(text, /[\r\n]/g);
  const findStreamEnd = createFinder(text, /endstream/g);
  let at = offset;
  while (at < text.length && (at === offset || open.length > 0 || !starts.has(at))) {
    tokenPattern.lastIndex = at;
    tokenPattern.test(text);
    const found = text.slice(at, tokenPattern.lastIndex);
    at = tokenPattern.lastIndex;
    if (found === "(") at = findStringEnd(text, at);
    const token = toToken(found);
    if (token === undefined) continue;
    tokens.push(token);
    if (token === "<<" || token === "[") open.push(token);
    else if (token === (open.at(-1) === "[" ? "]" : ">>")) open.pop();
    else if (token === "stream") {
      // The data starts on the next line. Some writers end a line with CR only.
      const line = findLineEnd(at);
      const begin = line + (text.startsWith("\r\n", line) ? 2 : 1);
      const end = findStreamEnd(begin);
      streams.push({ begin, end });
      // Within an open dictionary some readers see no stream.
      if (open.length === 0) at = end;
    }
  }
  return { text: ` ${tokens.join(" ")} `, streams, end: at };
}

/** Returns undefined for whitespace and comments. */
function toToken(found: string): string | undefined {
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

/** Returns a function that finds the next match. Increasing offsets cost linear time in total. */
function createFinder(text: string, pattern: RegExp): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    pattern.lastIndex = from;
    found = pattern.exec(text)?.index ?? text.length;
    return found;
  };
}
