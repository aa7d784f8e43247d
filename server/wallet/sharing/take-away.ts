import { eq, sql } from "drizzle-orm";
import { importJWK, jwtVerify, decodeProtectedHeader, type JWK } from "jose";
import { writeAudit } from "#server/platform/audit.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { credentialOffers } from "#server/platform/store/tables/credentials.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readOrigins } from "../credentials/cards.ts";
import { toDisclosable, toPayload } from "../credentials/claims.ts";
import { readFacts } from "../credentials/facts.ts";
import { inEnglish } from "../credentials/issue.ts";
import { findPublicKey, readSigningKey, signAlgorithm } from "../credentials/issuer-keys.ts";
import { readCredential, signCredential } from "../credentials/sd-jwt.ts";
import { takeStatus } from "../credentials/status-list.ts";
import { holderClaim } from "#engine/api/claim-names.ts";
import { readDocuments } from "../transactions/documents.ts";
import { readNow } from "../transactions/rows.ts";
import { lockOffer, note, OfferRefused, spend, type OfferRow } from "./offers.ts";

type TakeServices = Pick<Services, "db" | "secrets" | "settings">;

/** A nonce is good for so long, wherever it was asked for. */
const nonceSeconds = 300;

/** Why a request for a copy is refused, as OpenID4VCI names it. */
export class ProofRefused extends Error {
  readonly error: "invalid_proof" | "invalid_nonce";

  constructor(error: ProofRefused["error"], message: string) {
    super(message);
    this.error = error;
  }
}

/** A nonce that says when it was made, and that we made it: nothing is kept of it. */
export function makeNonce({ secrets }: Pick<Services, "secrets">, now: Date): string {
  const made = String(Math.floor(now.getTime() / 1000));
  return `${made}.${secrets.hmac("TOKEN_SECRET", `credential nonce ${made}`)}`;
}

function isNonce({ secrets }: Pick<Services, "secrets">, nonce: unknown, now: Date): boolean {
  const made = String(nonce).split(".")[0] ?? "";
  if (!/^\d{1,12}$/.test(made) || nonce !== `${made}.${secrets.hmac("TOKEN_SECRET", `credential nonce ${made}`)}`)
    return false;
  const age = now.getTime() / 1000 - Number(made);
  return age >= 0 && age <= nonceSeconds;
}

/**
 * A copy of the offered credential, bound to the key that the proof is signed with; the offer is spent when it is given.
 * Where its answer was lost it is made again. A withdrawn credential is withdrawn in every copy. Throws OfferRefused,
 * ProofRefused.
 */
export async function takeAway(services: TakeServices, token: string, proof: string): Promise<string> {
  const { db } = services;
  const refused: { offer?: OfferRow } = {};
  try {
    const copy = await transact(db, async (tx) => {
      const offer = await lockOffer(tx, token);
      refused.offer = offer;
      const key = await readProof(services, proof, await readNow(tx));
      const made = await sign(services, tx, offer, key);
      await tx
        .update(credentialOffers)
        .set({ takenAt: sql`app_now()` })
        .where(eq(credentialOffers.id, offer.id));
      const { id: offerId, credentialId } = offer;
      await writeAudit(tx, "credential-taken-away", offer.candidateId, { offerId, credentialId });
      return made;
    });
    if (refused.offer) await spend(db, refused.offer.id, { tokenHash: null });
    return copy;
  } catch (error) {
    if (error instanceof OfferRefused || error instanceof ProofRefused) await note(db, refused.offer, error.error);
    throw error;
  }
}

/** The key that another wallet proves to have: a proof for us, with a nonce of ours, made just now. */
async function readProof(services: TakeServices, proof: string, now: Date): Promise<JWK> {
  try {
    const { jwk, alg } = decodeProtectedHeader(proof);
    if (!jwk || alg !== signAlgorithm) throw new Error("The proof names no key that can be checked.");
    const { payload } = await jwtVerify(proof, await importJWK(jwk, signAlgorithm), {
      algorithms: [signAlgorithm],
      typ: "openid4vci-proof+jwt",
      audience: services.settings.publicUrl,
      currentDate: now,
      maxTokenAge: nonceSeconds,
      clockTolerance: 60,
    });
    if (!isNonce(services, payload["nonce"], now))
      throw new ProofRefused("invalid_nonce", "The nonce is not ours, or no longer good.");
    const { kty = "EC", crv = "P-256", x = "", y = "" } = jwk;
    return { kty, crv, x, y };
  } catch (error) {
    if (error instanceof ProofRefused) throw error;
    throw new ProofRefused("invalid_proof", "The proof of the key does not hold.");
  }
}

async function sign(services: TakeServices, tx: Queryable, offer: OfferRow, holder: JWK): Promise<string> {
  const [row] = await tx.select().from(credentials).where(eq(credentials.id, offer.credentialId));
  if (!row?.vct || row.revokedAt) throw new OfferRefused("invalid_token", "The credential was withdrawn.");
  const origin = (await readOrigins(tx, [row])).get(`${row.transactionId}\n${row.subType}`);
  if (!origin) throw new OfferRefused("invalid_token", "The credential cannot be given.");
  const documents = await readDocuments(tx, origin.releaseId, origin.orgId);
  const verification = documents.verification(origin.verificationName);
  const facts = await readFacts(tx, row.attributes, { documents, verification, translate: inEnglish });
  const { payload: kept } = await readCredential(row.token, (kid) => findPublicKey(tx, kid), await readNow(tx));
  const content = { holderName: String(kept[holderClaim] ?? ""), attributes: row.attributes, facts };
  const issuer = services.settings.publicUrl;
  const status = await takeStatus(tx, row.id, issuer);
  return signCredential(
    toPayload({ issuer, vct: row.vct, issuedAt: row.issuedAt, holder, status }, content),
    toDisclosable(content),
    await readSigningKey(tx, services.secrets),
  );
}
