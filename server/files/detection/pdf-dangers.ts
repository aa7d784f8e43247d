import { inflateSync } from "node:zlib";

const action = /\/(?:JavaScript|JS|Launch)(?=[\s(<>/[\]]|$)/;
const objectStream = /\/ObjStm\b/;
const inflatedMax = 16 * 1024 * 1024;

/** Whether a PDF holds JavaScript or starts programs, also inside its compressed object streams. Content streams are not read. */
export function hasActions(bytes: Buffer): boolean {
  let from = 0;
  for (;;) {
    const start = bytes.indexOf("stream", from, "latin1");
    const outside = bytes.subarray(from, start === -1 ? bytes.length : start).toString("latin1");
    if (action.test(decodeNames(outside))) return true;
    if (start === -1) return false;
    const bodyStart = skipLineEnd(bytes, start + "stream".length);
    const end = bytes.indexOf("endstream", bodyStart, "latin1");
    const bodyEnd = end === -1 ? bytes.length : end;
    if (objectStream.test(outside.slice(-512)) && action.test(decodeNames(inflate(bytes.subarray(bodyStart, bodyEnd)))))
      return true;
    from = end === -1 ? bytes.length : end + "endstream".length;
    if (from >= bytes.length) return false;
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
