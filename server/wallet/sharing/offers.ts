import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Offer } from "#engine/api/offers.ts";
import { WalletError, notFound, says } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import { prune } from "#server/platform/prune.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { credentialOffers } from "#server/platform/store/tables/credentials.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { getCredential } from "../credentials/credentials.ts";
import { readNow } from "../transactions/rows.ts";
import { drawQrCode } from "./qr-code.ts";

export type OfferRow = typeof credentialOffers.$inferSelect;
type OfferServices = Pick<Services, "db" | "secrets" | "settings" | "limits">;

const openMinutes = 15;
/** After so many wrong digits nobody takes it. */
const failuresMax = 5;
/** How long the copy may be fetched once the digits were right. */
const tokenMinutes = 5;
const madePerHour = 20;
export const digitsLength = 6;
/** In place of a sealed code, once its token has been given. */
const forgotten = "";

export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Why another wallet is refused, as OAuth names it, and what it is told. */
export class OfferRefused extends Error {
  readonly error: "invalid_grant" | "invalid_token" | "invalid_request";

  constructor(error: OfferRefused["error"], message: string) {
    super(message);
    this.error = error;
  }
}

/** Offers a credential to another wallet for a quarter of an hour. Throws 404, 409 (109) for one that is withdrawn. */
export async function makeOffer(services: OfferServices, candidateId: string, credentialId: string): Promise<Offer> {
  const { db, secrets, limits } = services;
  await limits.take(`offers:${candidateId}`, madePerHour, 3600);
  const credential = await getCredential(db, candidateId, credentialId);
  if (credential.revokedAt) throw new WalletError("stateConflict", says("credential-is-withdrawn"));
  if (!credential.vct) throw new WalletError("stateConflict", says("credential-not-showable"));
  const id = newId();
  await transact(db, async (tx) => {
    const now = await readNow(tx);
    const code = randomBytes(24).toString("base64url");
    await tx.insert(credentialOffers).values({
      id,
      credentialId,
      candidateId,
      codeHash: hashToken(code),
      sealedCode: secrets.seal(code),
      sealedDigits: secrets.seal(String(randomInt(10 ** digitsLength)).padStart(digitsLength, "0")),
      expiresAt: new Date(now.getTime() + openMinutes * 60_000),
      createdAt: now,
    });
    await writeAudit(tx, "credential-offered", candidateId, { offerId: id, credentialId });
  });
  return getOffer(services, candidateId, id);
}

/** The candidate's offer as it stands. Throws 404. */
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
    code: await drawQrCode(address),
    digits: secrets.unseal<string>(row.sealedDigits),
    state: toOfferState(row, await readNow(db)),
    expiresAt: row.expiresAt.toISOString(),
  };
}

function toOfferState(row: OfferRow, now: Date): Offer["state"] {
  if (row.takenAt) return "taken";
  if (row.failures >= failuresMax) return "blocked";
  return row.expiresAt.getTime() <= now.getTime() ? "expired" : "open";
}

/** The pre-authorised code of an open offer, for whoever has its address; undefined for any other. */
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
  return { code: secrets.unseal<string>(found.offer.sealedCode), vct: found.vct };
}

/**
 * A token for a code and the digits that go with it, once: until it has been given, whoever asks again gets the same, for an
 * answer that is lost spends nothing. Wrong digits are counted, whoever sends them. Throws OfferRefused, always with the
 * same words: which of both was wrong is not told.
 */
export async function exchangeCode(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  code: string,
  digits: string,
): Promise<{ token: string; expiresInSeconds: number }> {
  const tokens = secrets.hmacs("TOKEN_SECRET", `token for ${code}`);
  const given = await transact(db, async (tx) => {
    const [row] = await tx
      .select()
      .from(credentialOffers)
      .where(eq(credentialOffers.codeHash, hashToken(code)))
      .for("update");
    if (!row) return note(tx, undefined, "unknown-code");
    if (row.sealedCode === forgotten) return note(tx, row, "used-code");
    const now = await readNow(tx);
    const state = toOfferState(row, now);
    if (state !== "open") return note(tx, row, state);
    if (!isSame(secrets.unseal<string>(row.sealedDigits), digits)) {
      await tx
        .update(credentialOffers)
        .set({ failures: sql`${credentialOffers.failures} + 1` })
        .where(eq(credentialOffers.id, row.id));
      return note(tx, row, "wrong-digits");
    }
    if (row.tokenHash !== null) {
      const token = tokens.find((one) => hashToken(one) === row.tokenHash);
      const leftSeconds = Math.floor((row.expiresAt.getTime() - now.getTime()) / 1000);
      return token === undefined ? note(tx, row, "used-code") : { id: row.id, token, expiresInSeconds: leftSeconds };
    }
    const token = tokens[0]!;
    await tx
      .update(credentialOffers)
      .set({ tokenHash: hashToken(token), expiresAt: sql`app_now() + ${tokenMinutes} * interval '1 minute'` })
      .where(eq(credentialOffers.id, row.id));
    return { id: row.id, token, expiresInSeconds: tokenMinutes * 60 };
  });
  if (!given)
    throw new OfferRefused("invalid_grant", "The code is not valid, or the digits are not those that go with it.");
  const { id, ...answer } = given;
  await spend(db, id, { sealedCode: forgotten });
  return answer;
}

/** What was answered is forgotten, as the last thing before the answer goes out; where that fails it may be asked for again. */
export async function spend(
  db: Services["db"],
  id: string,
  what: { sealedCode: typeof forgotten } | { tokenHash: null },
): Promise<void> {
  await db
    .update(credentialOffers)
    .set(what)
    .where(eq(credentialOffers.id, id))
    .catch(() => undefined);
}

/** The offer that a token fetches, locked: it is given once. Throws OfferRefused. */
export async function lockOffer(tx: Queryable, token: string): Promise<OfferRow> {
  const [row] = await tx
    .select()
    .from(credentialOffers)
    .where(eq(credentialOffers.tokenHash, hashToken(token)))
    .for("update");
  // What was taken has its token until the copy has been given.
  if (!row || toOfferState({ ...row, takenAt: null }, await readNow(tx)) !== "open")
    throw new OfferRefused("invalid_token", "The token is not valid any more.");
  return row;
}

/** Forgets what nobody can take any more, a day after; that it was offered and taken stands in the audit log. */
export async function sweepOffers(db: Services["db"]): Promise<void> {
  await prune(db, credentialOffers, sql`expires_at < app_now() - interval '1 day'`);
}

/** Writes a refusal down; the answer is no. */
export async function note(tx: Queryable, row: OfferRow | undefined, reason: string): Promise<false> {
  await writeAudit(tx, "credential-offer-refused", row?.candidateId ?? null, {
    ...(row && { offerId: row.id }),
    reason,
  });
  return false;
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
