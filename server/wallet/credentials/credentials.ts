import { and, count, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Credential, CredentialCheck } from "#engine/core/scope/shapes/credentials.ts";
import { notFound, WalletError, withReason } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import { toCards } from "./cards.ts";
import { toAttributesHash } from "./attributes.ts";
import { readAttributes } from "./claims.ts";
import { findPublicKey, LookupFailed } from "./issuer-keys.ts";
import { verifyCredential } from "./sd-jwt.ts";
import { isNotRetracted } from "./withdraw.ts";

type Row = typeof credentials.$inferSelect;

/** A candidate as the holder of credentials, and the texts in their language. */
export interface Holder {
  id: string;
  messages: MessageTexts;
}

/** One page of a candidate's credentials, newest first. */
export async function listCredentials(
  { db, config, settings }: Pick<Services, "db" | "config" | "settings">,
  { id: candidateId, messages }: Holder,
  page: { seed: number; count: number },
): Promise<{ list: Credential[]; total: number }> {
  const own = and(eq(credentials.candidateId, candidateId), isNotRetracted);
  const rows = await db
    .select()
    .from(credentials)
    .where(own)
    .orderBy(desc(credentials.issuedAt), desc(credentials.id))
    .limit(page.count)
    .offset(page.seed);
  const receivedHashes = new Set(
    (
      await db
        .select({ hash: credentials.attributesHash })
        .from(credentials)
        .where(and(own, isNotNull(credentials.receivedAt)))
    ).map((row) => row.hash),
  );
  const [all] = await db.select({ total: count() }).from(credentials).where(own);
  const cards = await toCards({ db, config, settings }, candidateId, rows, messages);
  const list = rows.map((row, index) => {
    const card = cards[index];
    return { ...toCredential(row, receivedHashes.has(row.attributesHash)), ...(card && { card }) };
  });
  return { list, total: all?.total ?? 0 };
}

/** Puts a credential into the wallet. Idempotent. Throws 404, 409 (109) for a withdrawn one that is not in it. */
export async function receiveCredential(db: Queryable, candidateId: string, id: string): Promise<Credential> {
  const [row] = await db
    .update(credentials)
    .set({ receivedAt: sql`coalesce(${credentials.receivedAt}, app_now())` })
    .where(
      and(
        eq(credentials.id, id),
        eq(credentials.candidateId, candidateId),
        or(isNull(credentials.revokedAt), isNotNull(credentials.receivedAt)),
      ),
    )
    .returning();
  if (row) return toCredential(row, true);
  await getCredential(db, candidateId, id);
  throw new WalletError("stateConflict", withReason("credential-not-addable"));
}

/** Attaches a document of the candidate to a credential. Throws 404. */
export async function addDocument(db: Queryable, candidateId: string, id: string, fileUrl: string): Promise<void> {
  const changed = await db
    .update(credentials)
    .set({ documentUrl: fileUrl })
    .where(and(eq(credentials.id, id), eq(credentials.candidateId, candidateId)))
    .returning({ id: credentials.id });
  if (changed.length === 0) throw notFound("credential");
}

/** The candidate's credential. Throws 404. */
export async function getCredential(db: Queryable, candidateId: string, id: string): Promise<Row> {
  const [row] = await db
    .select()
    .from(credentials)
    .where(and(eq(credentials.id, id), eq(credentials.candidateId, candidateId)));
  if (!row) throw notFound("credential");
  return row;
}

/** Checks signature, content and status, and reports each result. */
export async function checkCredential(
  { db }: Pick<Services, "db">,
  row: Row,
  messages: MessageTexts,
  now: Date,
): Promise<CredentialCheck> {
  const names = Object.keys(row.attributes);
  const signed = await verifyCredential(row.token, (kid) => findPublicKey(db, kid), now).catch((error: unknown) => {
    if (error instanceof LookupFailed) throw error;
  });
  const signedAttributes = signed && readAttributes(signed.payload, names);
  const isSameContent =
    signedAttributes !== undefined &&
    row.attributesHash === toAttributesHash(row.credentialType, row.attributes) &&
    row.attributesHash === toAttributesHash(row.credentialType, signedAttributes);
  const checks: CredentialCheck["checks"] = [
    {
      name: "signature",
      ok: signed !== undefined,
      ...(signed ? {} : { reason: messages.format("parts", "signature-invalid") }),
    },
    {
      name: "content",
      ok: isSameContent,
      ...(isSameContent ? {} : { reason: messages.format("parts", "content-mismatch") }),
    },
    {
      name: "status",
      ok: row.revokedAt === null,
      ...(row.revokedAt ? { reason: messages.format("parts", "credential-withdrawn") } : {}),
    },
  ];
  return { valid: checks.every((check) => check.ok), checkedAt: now.toISOString(), checks };
}

function toCredential(row: Row, existsInWallet: boolean): Credential {
  return {
    id: row.id,
    credentialType: row.credentialType,
    credentialAttributes: row.attributes,
    issuer: row.issuer,
    issuedAt: row.issuedAt.toISOString(),
    existsInWallet,
    ...(row.documentUrl !== null && { documentUrl: row.documentUrl }),
    ...(row.revokedAt && { revokedAt: row.revokedAt.toISOString() }),
  };
}
