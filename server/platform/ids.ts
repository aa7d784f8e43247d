import { randomBytes } from "node:crypto";

/** An opaque, URL-safe id of 128 random bits. */
export function newId(): string {
  return randomBytes(16).toString("base64url");
}
