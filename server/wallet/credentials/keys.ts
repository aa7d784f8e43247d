import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from "node:crypto";
import type { Secrets } from "#server/platform/secrets.ts";

/** Head of a PKCS #8 Ed25519 key; the 32 bytes of the seed follow. */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key that signs credentials, made from the installation's own secret: two servers on one database agree on it. */
export function issuerKey(secrets: Secrets): { privateKey: KeyObject; publicKey: KeyObject } {
  const seed = Buffer.from(hkdfSync("sha256", secrets.key("SEAL_SECRET"), Buffer.alloc(0), "credential issuer", 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: "der", type: "pkcs8" });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}
