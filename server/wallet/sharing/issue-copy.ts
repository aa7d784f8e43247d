import { eq, sql } from "drizzle-orm";
import { importJWK, jwtVerify, decodeProtectedHeader, type JWK } from "jose";
import { writeAudit } from "#server/platform/audit.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { credentialOffers } from "#server/platform/store/tables/credentials.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readCredentialSources } from "../credentials/cards.ts";
import { toDisclosable, toPayload } from "../credentials/claims.ts";
import { toFacts } from "../credentials/facts.ts";
import { untranslated } from "../credentials/issue.ts";
import { findPublicKey, readSigningKey, signAlgorithm } from "../credentials/issuer-keys.ts";
import { verifyCredential, signCredential } from "../credentials/sd-jwt.ts";
import { allocateStatus } from "../credentials/status-list.ts";
import { holderClaim } from "#engine/contract/claim-names.ts";
import { readPinnedDefinitions } from "../transactions/pinned-definitions.ts";
import { readNow } from "../transactions/load.ts";
import { lockOffer, recordRejection, OfferRejected, forgetSecret, type OfferRow } from "./offers.ts";

type CopyServices = Pick<Services, "db" | "secrets" | "settings">;

/** Seconds that a nonce is valid. */
const nonceSeconds = 300;

/** Rejected proof of a key, with the error code of OpenID4VCI. */
export class ProofRejected extends Error {
  readonly error: "invalid_proof" | "invalid_nonce";

  constructor(error: ProofRejected["error"], message: string) {
    super(message);
    this.error = error;
  }
}

/** A nonce with its creation time and an HMAC, so that nothing is stored. */
export function makeNonce({ secrets }: Pick<Services, "secrets">, now: Date): string {
  const createdAt = String(Math.floor(now.getTime() / 1000));
  return `${createdAt}.${secrets.hmac("credential-nonce", toNonceText(createdAt))}`;
}

const toNonceText = (createdAt: string): string => `credential nonce ${createdAt}`;

function isNonce({ secrets }: Pick<Services, "secrets">, nonce: unknown, now: Date): boolean {
  const [createdAt = "", hash = "", ...rest] = String(nonce).split(".");
  if (!/^\d{1,12}$/.test(createdAt) || rest.length > 0) return false;
  if (secrets.findKeyId("credential-nonce", toNonceText(createdAt), hash) === undefined) return false;
  const age = now.getTime() / 1000 - Number(createdAt);
  return age >= 0 && age <= nonceSeconds;
}

/**
 * A copy of the offered credential, bound to the key of the proof. Accepts the offer; after a lost response it can be
 * repeated. Withdrawal covers every copy. Throws OfferRejected, ProofRejected.
 */
export async function issueCopy(services: CopyServices, token: string, proof: string): Promise<string> {
  const { db } = services;
  const attempted: { offer?: OfferRow } = {};
  try {
    const copy = await transact(db, async (tx) => {
      const offer = await lockOffer(tx, token);
      attempted.offer = offer;
      const key = await readProof(services, proof, await readNow(tx));
      const signed = await sign(services, tx, offer, key);
      await tx
        .update(credentialOffers)
        .set({ acceptedAt: sql`app_now()` })
        .where(eq(credentialOffers.id, offer.id));
      const { id: offerId, credentialId } = offer;
      await writeAudit(tx, "credential-offer-accepted", offer.candidateId, { offerId, credentialId });
      return signed;
    });
    if (attempted.offer) await forgetSecret(db, attempted.offer.id, { tokenHash: null });
    return copy;
  } catch (error) {
    if (error instanceof OfferRejected || error instanceof ProofRejected)
      await recordRejection(db, attempted.offer, error.error);
    throw error;
  }
}

/** Verifies the proof of a key: our audience, our nonce, recent. → the key. */
async function readProof(services: CopyServices, proof: string, now: Date): Promise<JWK> {
  try {
    const { jwk, alg } = decodeProtectedHeader(proof);
    if (!jwk || alg !== signAlgorithm) throw new Error("The proof has no usable key.");
    const { payload } = await jwtVerify(proof, await importJWK(jwk, signAlgorithm), {
      algorithms: [signAlgorithm],
      typ: "openid4vci-proof+jwt",
      audience: services.settings.publicUrl,
      currentDate: now,
      maxTokenAge: nonceSeconds,
      clockTolerance: 60,
    });
    if (!isNonce(services, payload["nonce"], now))
      throw new ProofRejected("invalid_nonce", "The nonce is foreign or expired.");
    const { kty = "EC", crv = "P-256", x = "", y = "" } = jwk;
    return { kty, crv, x, y };
  } catch (error) {
    if (error instanceof ProofRejected) throw error;
    throw new ProofRejected("invalid_proof", "The proof of the key is invalid.");
  }
}

async function sign(services: CopyServices, tx: Queryable, offer: OfferRow, holder: JWK): Promise<string> {
  const [row] = await tx.select().from(credentials).where(eq(credentials.id, offer.credentialId));
  if (!row?.vct || row.revokedAt) throw new OfferRejected("invalid_token", "The credential was withdrawn.");
  const source = (await readCredentialSources(tx, [row])).get(`${row.transactionId}\n${row.subType}`);
  if (!source) throw new OfferRejected("invalid_token", "The credential cannot be issued.");
  const definitions = await readPinnedDefinitions(tx, source.releaseId, source.orgId);
  const verification = definitions.verification(source.verificationName);
  const facts = await toFacts(tx, row.attributes, { definitions, verification, translate: untranslated });
  const { payload } = await verifyCredential(row.token, (kid) => findPublicKey(tx, kid), await readNow(tx));
  const content = { holderName: String(payload[holderClaim] ?? ""), attributes: row.attributes, facts };
  const issuer = services.settings.publicUrl;
  const status = await allocateStatus(tx, row.id, issuer);
  return signCredential(
    toPayload({ issuer, vct: row.vct, issuedAt: row.issuedAt, holder, status }, content),
    toDisclosable(content),
    await readSigningKey(tx, services.secrets),
  );
}
