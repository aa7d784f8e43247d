import { createHash, randomBytes } from "node:crypto";
import { calculateJwkThumbprint, importJWK, jwtVerify, type JWK } from "jose";
import { ProofHeader } from "#engine/contract/foreign-shapes.ts";
import type { Services } from "#server/services.ts";
import { compileReader } from "#server/platform/untrusted.ts";
import { signAlgorithm } from "../credentials/issuer-keys.ts";
import { OfferRejected } from "./offer-rejected.ts";

/** Seconds that a nonce is valid. */
const nonceSeconds = 300;

type NonceServices = Pick<Services, "secrets">;

const headers = compileReader("The proof's header", ProofHeader);

/** A random nonce with its creation time and an HMAC, so that nothing is stored until it is used. */
export function makeNonce({ secrets }: NonceServices, now: Date): string {
  const text = `${Math.floor(now.getTime() / 1000)}.${randomBytes(16).toString("base64url")}`;
  return `${text}.${secrets.hmac("credential-nonce", `credential nonce ${text}`)}`;
}

function isNonce({ secrets }: NonceServices, nonce: string, now: Date): boolean {
  const [createdAt = "", random = "", hmac = ""] = nonce.split(".");
  if (!/^\d{1,12}$/.test(createdAt)) return false;
  const isOurs = secrets.hmacs("credential-nonce", `credential nonce ${createdAt}.${random}`).includes(hmac);
  const age = now.getTime() / 1000 - Number(createdAt);
  return isOurs && age >= 0 && age <= nonceSeconds;
}

/** A verified proof: the key, its hash, and the hash of the nonce. */
export interface KeyProof {
  key: JWK;
  holderHash: string;
  nonceHash: string;
}

/** Verifies the proof of a key: our audience, our nonce, recent. Throws OfferRejected. */
export async function readKeyProof(
  services: NonceServices & Pick<Services, "settings">,
  proof: string,
  now: Date,
): Promise<KeyProof> {
  const { key, nonce } = await verifyProof(services, proof, now).catch(() => {
    throw new OfferRejected("invalid_proof", "The proof of the key is invalid.");
  });
  if (typeof nonce !== "string") throw new OfferRejected("invalid_proof", "The proof has no nonce.");
  if (!isNonce(services, nonce, now)) throw new OfferRejected("invalid_nonce", "The nonce is foreign or expired.");
  const nonceHash = createHash("sha256").update(nonce).digest("base64url");
  return { key, holderHash: await calculateJwkThumbprint(key), nonceHash };
}

async function verifyProof(
  { settings }: Pick<Services, "settings">,
  proof: string,
  now: Date,
): Promise<{ key: JWK; nonce: unknown }> {
  const { kty, crv, x, y } = headers.jwtPart(proof.split(".", 1)[0]).jwk;
  const key = { kty, crv, x, y };
  const { payload } = await jwtVerify(proof, await importJWK(key, signAlgorithm), {
    algorithms: [signAlgorithm],
    typ: "openid4vci-proof+jwt",
    audience: settings.publicUrl,
    currentDate: now,
    maxTokenAge: nonceSeconds,
    clockTolerance: 60,
  });
  return { key, nonce: payload["nonce"] };
}
