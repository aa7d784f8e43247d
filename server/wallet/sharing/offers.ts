import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Offer } from "#engine/core/scope/shapes/offers.ts";
import { WalletError, notFound, withReason } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { credentialOffers } from "#server/platform/store/tables/credentials.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { getCredential } from "../credentials/credentials.ts";
import { readNow } from "../transactions/load.ts";
import { OfferRejected } from "./offer-rejected.ts";
import { drawQrCode } from "./qr-code.ts";

export type OfferRow = typeof credentialOffers.$inferSelect;
type OfferServices = Pick<Services, "db" | "secrets" | "settings" | "rateLimits">;

const validMinutes = 15;
/** Wrong codes before an offer is blocked. */
const maxFailures = 5;
/** Minutes to fetch the copy after the right code. */
const tokenMinutes = 5;
const maxPerHour = 20;
export const digitsLength = 6;
/** Replaces a sealed code once its token has been sent. */
const deleted = "";

const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Offers a credential to another wallet for 15 minutes. Throws 404, 409 (109) for a withdrawn credential. */
export async function createOffer(services: OfferServices, candidateId: string, credentialId: string): Promise<Offer> {
  const { db, secrets, rateLimits } = services;
  await rateLimits.consume(`offers:${candidateId}`, maxPerHour, 3600);
  const credential = await getCredential(db, candidateId, credentialId);
  if (credential.revokedAt) throw new WalletError("stateConflict", withReason("credential-withdrawn"));
  if (!credential.vct) throw new WalletError("stateConflict", withReason("credential-not-shareable"));
  const id = newId();
  await transact(db, async (tx) => {
    const now = await readNow(tx);
    const code = randomBytes(24).toString("base64url");
    await tx.insert(credentialOffers).values({
      id,
      credentialId,
      candidateId,
      codeHash: hashToken(code),
      sealedCode: secrets.seal("offer-code", id, code),
      sealedDigits: secrets.seal("offer-digits", id, String(randomInt(10 ** digitsLength)).padStart(digitsLength, "0")),
      expiresAt: new Date(now.getTime() + validMinutes * 60_000),
      createdAt: now,
    });
    await writeAudit(tx, "credential-offered", candidateId, { offerId: id, credentialId });
  });
  return getOffer(services, candidateId, id);
}

/** The candidate's offer and its state. Throws 404. */
export async function getOffer(
  { db, secrets, settings }: OfferServices,
  candidateId: string,
  id: string,
): Promise<Offer> {
  const [row] = await db
    .select()
    .from(credentialOffers)
    .where(and(eq(credentialOffers.id, id), eq(credentialOffers.candidateId, candidateId)));
  if (!row) throw notFound("link");
  const credential = await getCredential(db, candidateId, row.credentialId);
  const uri = `${settings.publicUrl}/credentials/offers/${row.id}`;
  const address = `openid-credential-offer://?credential_offer_uri=${encodeURIComponent(uri)}`;
  return {
    id,
    credentialId: row.credentialId,
    credentialType: credential.credentialType,
    address,
    qrCode: await drawQrCode(address),
    digits: secrets.unseal<string>("offer-digits", row.id, row.sealedDigits),
    state: toOfferState(row, await readNow(db)),
    expiresAt: row.expiresAt.toISOString(),
  };
}

function toOfferState(row: OfferRow, now: Date): Offer["state"] {
  if (row.acceptedAt) return "accepted";
  if (row.failures >= maxFailures) return "blocked";
  return row.expiresAt.getTime() <= now.getTime() ? "expired" : "open";
}

/** The pre-authorised code of an open offer, by its id; undefined otherwise. */
export async function findOfferedCode(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  id: string,
): Promise<{ code: string; vct: string } | undefined> {
  const [found] = await db
    .select({ offer: credentialOffers, vct: credentials.vct })
    .from(credentialOffers)
    .innerJoin(credentials, eq(credentials.id, credentialOffers.credentialId))
    .where(eq(credentialOffers.id, id));
  if (!found?.vct || found.offer.tokenHash || toOfferState(found.offer, await readNow(db)) !== "open") return undefined;
  return { code: secrets.unseal<string>("offer-code", found.offer.id, found.offer.sealedCode), vct: found.vct };
}

/** A token request. `client` recognises a repeated request of the same client: its address and program. */
export interface TokenRequest {
  code: string;
  digits: string;
  client: string;
}

/**
 * Exchanges a pre-authorised code and the transaction code for a token, once. Until the token was sent, the same client
 * gets the same one again. Counts wrong transaction codes. Throws OfferRejected with one message for every cause.
 */
export async function exchangeCode(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  { code, digits, client }: TokenRequest,
): Promise<{ token: string; expiresInSeconds: number }> {
  const tokens = secrets.hmacs("offer-token", `token for ${code}`);
  const clientHashes = secrets.hmacs("offer-client", `client of ${code} ${client}`);
  const granted = await transact(db, async (tx) => {
    const [row] = await tx
      .select()
      .from(credentialOffers)
      .where(eq(credentialOffers.codeHash, hashToken(code)))
      .for("update");
    if (!row) return recordRejection(tx, undefined, "unknown-code");
    if (row.sealedCode === deleted) return recordRejection(tx, row, "used-code");
    const now = await readNow(tx);
    const state = toOfferState(row, now);
    if (state !== "open") return recordRejection(tx, row, state);
    if (!isSame(secrets.unseal<string>("offer-digits", row.id, row.sealedDigits), digits)) {
      await tx
        .update(credentialOffers)
        .set({ failures: sql`${credentialOffers.failures} + 1` })
        .where(eq(credentialOffers.id, row.id));
      return recordRejection(tx, row, "wrong-digits");
    }
    if (row.tokenHash !== null) {
      const token = tokens.find((one) => hashToken(one) === row.tokenHash);
      const leftSeconds = Math.floor((row.expiresAt.getTime() - now.getTime()) / 1000);
      return token === undefined || !clientHashes.includes(row.clientHash ?? "")
        ? recordRejection(tx, row, "used-code")
        : { id: row.id, token, expiresInSeconds: leftSeconds };
    }
    const token = tokens[0]!;
    await tx
      .update(credentialOffers)
      .set({
        tokenHash: hashToken(token),
        clientHash: clientHashes[0]!,
        expiresAt: sql`app_now() + ${tokenMinutes} * interval '1 minute'`,
      })
      .where(eq(credentialOffers.id, row.id));
    return { id: row.id, token, expiresInSeconds: tokenMinutes * 60 };
  });
  if (!granted) throw new OfferRejected("invalid_grant", "The code is not valid, or the digits do not match it.");
  const { id, ...response } = granted;
  await forgetCode(db, id);
  return response;
}

/** Deletes the code as the last step before the response. When that fails, the call can be repeated. */
async function forgetCode(db: Services["db"], id: string): Promise<void> {
  await db
    .update(credentialOffers)
    .set({ sealedCode: deleted })
    .where(eq(credentialOffers.id, id))
    .catch(() => undefined);
}

/** The offer of a token, locked. An accepted one keeps its token for a repeated call. Throws OfferRejected. */
export async function lockOffer(tx: Queryable, token: string): Promise<OfferRow> {
  const [row] = await tx
    .select()
    .from(credentialOffers)
    .where(eq(credentialOffers.tokenHash, hashToken(token)))
    .for("update");
  if (!row || toOfferState({ ...row, acceptedAt: null }, await readNow(tx)) !== "open")
    throw new OfferRejected("invalid_token", "The token is no longer valid.");
  return row;
}

/** Deletes copies at expiry, and offers a day later. The audit log keeps the events. */
export async function pruneOffers(db: Services["db"]): Promise<void> {
  await db
    .update(credentialOffers)
    .set({ sealedCopy: null })
    .where(and(isNotNull(credentialOffers.sealedCopy), sql`expires_at <= app_now()`));
  await prune(db, credentialOffers, sql`expires_at < app_now() - interval '1 day'`);
}

/** Writes a rejection to the audit log; → false. */
export async function recordRejection(tx: Queryable, row: OfferRow | undefined, reason: string): Promise<false> {
  await writeAudit(tx, "credential-offer-refused", row?.candidateId ?? null, {
    ...(row && { offerId: row.id }),
    reason,
  });
  return false;
}

function isSame(expected: string, granted: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(granted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
