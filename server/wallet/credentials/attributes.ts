import { createHash } from "node:crypto";
import type { Attributes } from "#engine/core/form/credential-facts.ts";

/** Hash of type and attributes: equal hashes mean the wallet already has the credential. */
export function toAttributesHash(type: string, attributes: Attributes): string {
  return createHash("sha256")
    .update(JSON.stringify([type, Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest("base64url");
}
