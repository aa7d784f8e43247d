import { inflateSync } from "node:zlib";

const ends = "(?=[\\s(<>/[\\]]|$)";
/** Names of what a PDF may do by itself or when it is touched (ISO 32000-1, 12.6.4); going to one of its own pages and following a link that one sees are not among them. */
const action = new RegExp(
  `/(?:JavaScript|JS|Launch|SubmitForm|ImportData|GoToR|GoToE|Rendition|RichMediaExecute)${ends}`,
);
/** Files within the file. */
const attachment = new RegExp(`/(?:EmbeddedFiles?|FileAttachment|RichMedia)${ends}`);
/** What is done when it is opened: an action, or another object that may be one. A place in the file is none. */
const opening = /\/OpenAction\s*(?:<<(?<inside>[^]{0,400}?)>>|(?<object>\d+)\s+\d+\s+R)/g;
const leaves = /\/S\s*\/URI\b/;
const objectStream = /\/ObjStm\b/;
const inflatedMax = 16 * 1024 * 1024;

/** What makes a PDF dangerous to open; nothing for one that only shows pages. Compressed object streams are read too, content streams are not. */
export function findDanger(bytes: Buffer): "script" | "attachment" | undefined {
  const objects = readObjects(bytes);
  if (objects.some((text) => action.test(text)) || opensAddress(objects)) return "script";
  return objects.some((text) => attachment.test(text)) ? "attachment" : undefined;
}

function opensAddress(objects: readonly string[]): boolean {
  for (const text of objects)
    for (const { groups } of text.matchAll(opening)) {
      const inside = groups?.["inside"] ?? findObject(objects, groups?.["object"] ?? "");
      if (leaves.test(inside)) return true;
    }
  return false;
}

function findObject(objects: readonly string[], number: string): string {
  const begin = new RegExp(`(?:^|[^\\d])${number}\\s+\\d+\\s+obj\\b([^]{0,400})`);
  for (const text of objects) {
    const found = begin.exec(text)?.[1];
    if (found !== undefined) return found.split("endobj")[0]!;
  }
  return "";
}

/** Everything of the file but its streams, and what object streams hold. */
function readObjects(bytes: Buffer): string[] {
  const found: string[] = [];
  let from = 0;
  for (;;) {
    const start = bytes.indexOf("stream", from, "latin1");
    const outside = bytes.subarray(from, start === -1 ? bytes.length : start).toString("latin1");
    found.push(decodeNames(outside));
    if (start === -1) return found;
    const bodyStart = skipLineEnd(bytes, start + "stream".length);
    const end = bytes.indexOf("endstream", bodyStart, "latin1");
    const bodyEnd = end === -1 ? bytes.length : end;
    if (objectStream.test(outside.slice(-512))) found.push(decodeNames(inflate(bytes.subarray(bodyStart, bodyEnd))));
    from = end === -1 ? bytes.length : end + "endstream".length;
    if (from >= bytes.length) return found;
  }
}

/** `/J#53` is `/JS` (PDF names may be written in hexadecimal). */
function decodeNames(text: string): string {
  return text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function inflate(body: Buffer): string {
  try {
    return inflateSync(body, { maxOutputLength: inflatedMax, finishFlush: 2 }).toString("latin1");
  } catch {
    // Not deflated, or damaged: then it is read as it stands.
    return body.subarray(0, inflatedMax).toString("latin1");
  }
}

function skipLineEnd(bytes: Buffer, at: number): number {
  if (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) return at + 2;
  return bytes[at] === 0x0a || bytes[at] === 0x0d ? at + 1 : at;
}
