import { createInflate } from "node:zlib";

/** A page of A4 at 600 dpi in colour is 105 MB. */
const streamMax = 160 * 1024 * 1024;
const allMax = 640 * 1024 * 1024;
/** Deflate makes nothing smaller than this. */
const bestRatio = 1032;
const deflated = /\/(?:FlateDecode|Fl)\b/;
const twice = /\/(?:FlateDecode|Fl)\s*\/(?:FlateDecode|Fl)\b/;

/** Whether streams of a PDF unpack to more than a paper can need, each or all together. Only counts: what is unpacked is not kept. */
export async function isPdfBomb(bytes: Buffer): Promise<boolean> {
  const packed: Buffer[] = [];
  for (let from = 0; ;) {
    const start = bytes.indexOf("stream", from, "latin1");
    if (start === -1) break;
    const head = bytes.subarray(Math.max(from, start - 512), start).toString("latin1");
    const body = start + "stream".length;
    const found = bytes.indexOf("endstream", body, "latin1");
    const end = found === -1 ? bytes.length : found;
    if (twice.test(head)) return true;
    if (deflated.test(head)) packed.push(bytes.subarray(skipLineEnd(bytes, body), end));
    if (found === -1) break;
    from = end + "endstream".length;
  }
  // Most papers could not reach the limits if they would: nothing of them is unpacked.
  const most = packed.reduce((sum, { length }) => sum + length * bestRatio, 0);
  const suspects = most > allMax ? packed : packed.filter(({ length }) => length * bestRatio > streamMax);
  let total = 0;
  for (const stream of suspects) {
    const size = await unpackedBytes(stream);
    total += size;
    if (size > streamMax || total > allMax) return true;
  }
  return false;
}

/** How many bytes a deflated stream holds, counted to just past the limit; a damaged one to where it breaks. */
function unpackedBytes(packed: Buffer): Promise<number> {
  return new Promise((resolve) => {
    let size = 0;
    const inflate = createInflate();
    const stop = () => {
      inflate.destroy();
      resolve(size);
    };
    inflate.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > streamMax) stop();
    });
    inflate.on("end", stop);
    inflate.on("error", stop);
    inflate.end(packed);
  });
}

function skipLineEnd(bytes: Buffer, at: number): number {
  if (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) return at + 2;
  return bytes[at] === 0x0a || bytes[at] === 0x0d ? at + 1 : at;
}
