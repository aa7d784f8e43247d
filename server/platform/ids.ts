import { randomFillSync } from "node:crypto";

const shelf = Buffer.alloc(8192);
let used = shelf.length;

/** Random bytes; many are drawn at once, since each drawing is a call of the system. */
function drawBytes(count: number): Buffer {
  if (used + count > shelf.length) {
    randomFillSync(shelf);
    used = 0;
  }
  const drawn = shelf.subarray(used, used + count);
  used += count;
  return drawn;
}

/** An opaque, URL-safe id of 128 random bits. */
export function newId(): string {
  return drawBytes(16).toString("base64url");
}

/** The id of one request: 96 random bits. */
export function newRequestId(): string {
  return drawBytes(12).toString("base64url");
}
