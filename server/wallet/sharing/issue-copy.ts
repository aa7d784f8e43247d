import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { JWK } from "jose";
import { writeAudit } from "#server/platform/audit.ts";
import { findSqlState, transact, type Queryable } from "#server/platform/store/database.ts";
import { credentialOffers } from "#server/platform/store/tables/credentials.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readCredentialSources } from "../credentials/cards.ts";
import { toDisclosable, toPayload } from "../credentials/claims.ts";
import { toFacts } from "../credentials/facts.ts";
import { untranslated } from "../credentials/issue.ts";
import { findPublicKey, readSigningKey } from "../credentials/issuer-keys.ts";
import { verifyCredential, signCredential } from "../credentials/sd-jwt.ts";
import { allocateStatus } from "../credentials/status-list.ts";
import { toConfigurationId } from "../credentials/type-metadata.ts";
import { holderClaim } from "#engine/contract/claim-names.ts";
import { readPinnedDefinitions } from "../transactions/pinned-definitions.ts";
import { readNow } from "../transactions/load.ts";
import { readCredentialRequest } from "./credential-request.ts";
import { readKeyProof, type KeyProof } from "./key-proof.ts";
import { OfferRejected } from "./offer-rejected.ts";
import { lockOffer, recordRejection, type OfferRow } from "./offers.ts";

type CopyServices = Pick<Services, "db" | "secrets" | "settings">;
type CredentialRow = typeof credentials.$inferSelect;

/**
 * A copy of the offered credential, bound to the key of the request's proof. Accepts the offer: one key gets one copy.
 * While the token is valid, the same key gets the same copy again. Withdrawal covers every copy. Throws OfferRejected.
 */
export async function issueCopy(services: CopyServices, token: string, request: unknown): Promise<string> {
  const { db } = services;
  const attempted: { offer?: OfferRow } = {};
  try {
    return await transact(db, async (tx) => {
      const offer = await lockOffer(tx, token);
      attempted.offer = offer;
      const credential = await findOffered(tx, offer);
      const proof = readCredentialRequest(request, toConfigurationId(credential.vct));
      const proved = await readKeyProof(services, proof, await readNow(tx));
      await accept(tx, offer, proved);
      if (offer.sealedCopy !== null) return services.secrets.unseal<string>("offer-copy", offer.id, offer.sealedCopy);
      const copy = await sign(services, tx, credential, proved.key);
      await tx
        .update(credentialOffers)
        .set({ sealedCopy: services.secrets.seal("offer-copy", offer.id, copy) })
        .where(eq(credentialOffers.id, offer.id));
      const { id: offerId, credentialId } = offer;
      await writeAudit(tx, "credential-offer-accepted", offer.candidateId, { offerId, credentialId });
      return copy;
    });
  } catch (error) {
    if (error instanceof OfferRejected) await recordRejection(db, attempted.offer, error.error);
    throw error;
  }
}

/** Accepts the offer for one key, in one statement. Throws OfferRejected for another key or a used nonce. */
async function accept(tx: Queryable, { id }: OfferRow, { holderHash, nonceHash }: KeyProof): Promise<void> {
  const isFirst = isNull(credentialOffers.acceptedAt);
  const accepted = await tx
    .update(credentialOffers)
    .set({
      acceptedAt: sql`coalesce(${credentialOffers.acceptedAt}, app_now())`,
      nonceHash: sql`coalesce(${credentialOffers.nonceHash}, ${nonceHash})`,
      holderHash,
    })
    .where(and(eq(credentialOffers.id, id), or(isFirst, eq(credentialOffers.holderHash, holderHash))))
    .returning({ id: credentialOffers.id })
    .catch((error: unknown) => {
      if (findSqlState(error) === uniqueViolation)
        throw new OfferRejected("invalid_nonce", "The nonce was used before.");
      throw error;
    });
  if (accepted.length === 0) throw new OfferRejected("invalid_token", "Another key got the credential.");
}

/** SQLSTATE: another offer was accepted with the same nonce. */
const uniqueViolation = "23505";

async function findOffered(tx: Queryable, offer: OfferRow): Promise<CredentialRow & { vct: string }> {
  const [row] = await tx.select().from(credentials).where(eq(credentials.id, offer.credentialId));
  if (!row?.vct || row.revokedAt) throw new OfferRejected("invalid_token", "The credential was withdrawn.");
  return { ...row, vct: row.vct };
}

async function sign(
  services: CopyServices,
  tx: Queryable,
  row: CredentialRow & { vct: string },
  holder: JWK,
): Promise<string> {
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
