import { createCipheriv, randomBytes } from "node:crypto";

/** Seals as the server did before values had a version, a key id and a context. */
export function sealWithoutId(key: Buffer, value: unknown): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const body = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}
