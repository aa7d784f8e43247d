import { createPrivateKey, createPublicKey, hkdfSync } from "node:crypto";
import { jwtVerify } from "jose";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Attributes } from "./attributes.ts";

/** Head of a PKCS #8 Ed25519 key; the 32 bytes of the seed follow. */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

/** The facts in a credential of the form before (`vc+jwt`, EdDSA); undefined where its signature does not fit. */
export async function readOldForm(token: string, secrets: Secrets, now: Date): Promise<Attributes | undefined> {
  try {
    const { payload } = await jwtVerify(token, toOldKey(secrets), {
      algorithms: ["EdDSA"],
      typ: "vc+jwt",
      currentDate: now,
    });
    return (payload["vc"] as { credentialSubject?: Attributes } | undefined)?.credentialSubject;
  } catch {
    return undefined;
  }
}

/** The one key that signed them, made from the installation's own secret. */
function toOldKey(secrets: Secrets) {
  const seed = Buffer.from(hkdfSync("sha256", secrets.key("SEAL_SECRET"), Buffer.alloc(0), "credential issuer", 32));
  return createPublicKey(createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: "der", type: "pkcs8" }));
}
