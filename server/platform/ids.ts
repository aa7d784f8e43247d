import { randomFillSync } from "node:crypto";

/** Random bytes are drawn in bulk, because each draw is a system call. */
const pool = Buffer.alloc(8192);
let used = pool.length;

function takeBytes(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + count);
  used += count;
  return bytes;
}

/** An opaque, URL-safe id of 128 random bits. */
export function newId(): string {
  return takeBytes(16).toString("base64url");
}

/** A correlation id for one request: 96 random bits. */
export function newRequestId(): string {
  return takeBytes(12).toString("base64url");
}
