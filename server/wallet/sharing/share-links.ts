import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { CredentialCard } from "#engine/core/scope/shapes/credentials.ts";
import type { ShareLink, Sharing } from "#engine/core/scope/shapes/share-links.ts";
import { WalletError, notFound, invalidField, withReason } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { shareLinks, shareLinkViews } from "#server/platform/store/tables/credentials.ts";
import type { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readCredentialSources, toCards } from "../credentials/cards.ts";
import { holderClaim } from "#engine/contract/claim-names.ts";
import { getCredential, type Holder } from "../credentials/credentials.ts";
import { readNow } from "../transactions/load.ts";
import { drawQrCode } from "./qr-code.ts";

export type ShareLinkRow = typeof shareLinks.$inferSelect;
export type CredentialRow = typeof credentials.$inferSelect;

type LinkServices = Pick<Services, "db" | "config" | "secrets" | "settings" | "rateLimits">;
const dayMs = 86_400_000;
/** Links that a candidate may create in an hour. */
const maxPerHour = 60;
const maxViews = 50;
const maxLinks = 100;

/** Links are stored by the hash of their secret: a reader of the table cannot open one. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** The facts that a credential can disclose, and its share links, newest first. Throws 404. */
export async function listShareLinks(services: LinkServices, holder: Holder, credentialId: string): Promise<Sharing> {
  const { db } = services;
  const credential = await getCredential(db, holder.id, credentialId);
  const rows = await db
    .select()
    .from(shareLinks)
    .where(eq(shareLinks.credentialId, credential.id))
    .orderBy(desc(shareLinks.createdAt), desc(shareLinks.id))
    .limit(maxLinks);
  const facts = await readDisclosableFacts(services, holder, credential);
  return {
    credentialType: credential.credentialType,
    facts: dropRepeatedHolder(facts),
    links: await toLinks(services, credential, facts, rows),
  };
}

/** Omits a fact that repeats the holder's name, so that a candidate chooses the name once. */
const dropRepeatedHolder = ([holder, ...facts]: CredentialCard["facts"]): CredentialCard["facts"] =>
  holder ? [holder, ...facts.filter(({ value }) => value !== holder.value)] : [];

/** One share link of the candidate, with its views. Throws 404. */
export async function getShareLink(services: LinkServices, holder: Holder, id: string): Promise<ShareLink> {
  const row = await findLink(services.db, holder.id, id);
  const credential = await getCredential(services.db, holder.id, row.credentialId);
  const facts = await readDisclosableFacts(services, holder, credential);
  const [link] = await toLinks(services, credential, facts, [row]);
  return link!;
}

/** A new share link: facts, audience, expiry in days and view limit. */
export interface ShareLinkInput {
  credentialId: string;
  facts: readonly string[];
  audience?: string;
  days: string;
  /** 'any' or absent: no limit. */
  viewLimit?: string;
}

/**
 * Creates a share link. Throws 404, 409 (109) for a credential that cannot be shared, 422 (106) for an unknown fact.
 */
export async function createShareLink(
  services: LinkServices,
  holder: Holder,
  input: ShareLinkInput,
): Promise<ShareLink> {
  await services.rateLimits.consume(`links:${holder.id}`, maxPerHour, 3600);
  const credential = await getCredential(services.db, holder.id, input.credentialId);
  if (credential.revokedAt) throw new WalletError("stateConflict", withReason("credential-withdrawn"));
  if (!credential.vct || !credential.holderKey)
    throw new WalletError("stateConflict", withReason("credential-not-shareable"));
  const known = new Set((await readDisclosableFacts(services, holder, credential)).map(({ name }) => name));
  if (!input.facts.every((name) => known.has(name))) throw invalidField("/facts", "unknown", "fact-not-in-credential");
  const id = newId();
  await transact(services.db, async (tx) => {
    const now = await readNow(tx);
    const secret = randomBytes(16).toString("base64url");
    await tx.insert(shareLinks).values({
      id,
      credentialId: credential.id,
      candidateId: holder.id,
      secretHash: hashSecret(secret),
      sealedSecret: services.secrets.seal("share-link-secret", id, secret),
      audience: (input.audience ?? "").trim(),
      facts: [...new Set(input.facts)],
      expiresAt: new Date(now.getTime() + Number(input.days) * dayMs),
      viewLimit: input.viewLimit === undefined || input.viewLimit === "any" ? null : Number(input.viewLimit),
      createdAt: now,
    });
    await writeAudit(tx, "share-link-created", holder.id, { linkId: id, credentialId: credential.id });
  });
  return getShareLink(services, holder, id);
}

/** Revokes a share link for good. Idempotent. Throws 404. */
export async function revokeShareLink(services: LinkServices, holder: Holder, id: string): Promise<ShareLink> {
  await transact(services.db, async (tx) => {
    const { revokedAt } = await findLink(tx, holder.id, id);
    if (revokedAt) return;
    await tx
      .update(shareLinks)
      .set({ revokedAt: sql`app_now()` })
      .where(eq(shareLinks.id, id));
    await writeAudit(tx, "share-link-revoked", holder.id, { linkId: id });
  });
  return getShareLink(services, holder, id);
}

/** The status of a share link. The order decides when several apply. */
export function toShareLinkStatus(
  link: ShareLinkRow,
  credential: Pick<CredentialRow, "revokedAt">,
  now: Date,
): ShareLink["status"] {
  if (link.revokedAt) return "revoked";
  if (link.expiresAt.getTime() <= now.getTime()) return "expired";
  if (credential.revokedAt) return "withdrawn";
  return link.viewLimit !== null && link.viewCount >= link.viewLimit ? "exhausted" : "valid";
}

/** The URL of a share link, in the brand of the organisation that requested the credential. */
export const toShareLinkUrl = (publicUrl: string, secret: string, orgId: string | undefined): string =>
  `${publicUrl}/shared/${secret}${orgId === undefined ? "" : `?orgId=${encodeURIComponent(orgId)}`}`;

/** The facts that may be disclosed: the holder first, then those of the card. */
async function readDisclosableFacts(
  services: LinkServices,
  { id, messages }: Holder,
  credential: CredentialRow,
): Promise<CredentialCard["facts"]> {
  const [card] = await toCards(services, id, [credential], messages);
  if (!card) return [];
  return [
    { name: holderClaim, label: messages.format("parts", "credential-holder"), value: card.holder },
    ...card.facts,
  ];
}

async function findLink(db: Queryable, candidateId: string, id: string): Promise<ShareLinkRow> {
  const [row] = await db
    .select()
    .from(shareLinks)
    .where(and(eq(shareLinks.id, id), eq(shareLinks.candidateId, candidateId)));
  if (!row) throw notFound("link");
  return row;
}

/** The latest views of each link, newest first, at most `maxViews` per link. */
function readViews(db: Queryable, ids: readonly string[]) {
  const latest = db
    .select()
    .from(shareLinkViews)
    .where(eq(shareLinkViews.linkId, shareLinks.id))
    .orderBy(desc(shareLinkViews.viewedAt), desc(shareLinkViews.id))
    .limit(maxViews)
    .as("latest");
  const { id, linkId, timeZone, device, viewedAt } = latest;
  return db
    .select({ id, linkId, timeZone, device, viewedAt })
    .from(shareLinks)
    .crossJoinLateral(latest)
    .where(inArray(shareLinks.id, [...ids]))
    .orderBy(desc(viewedAt), desc(id));
}

async function toLinks(
  { db, secrets, settings }: LinkServices,
  credential: CredentialRow,
  facts: CredentialCard["facts"],
  rows: readonly ShareLinkRow[],
): Promise<ShareLink[]> {
  if (rows.length === 0) return [];
  const now = await readNow(db);
  const sources = await readCredentialSources(db, [credential]);
  const orgId = sources.get(`${credential.transactionId}\n${credential.subType}`)?.orgId;
  const views = await readViews(
    db,
    rows.map(({ id }) => id),
  );
  return Promise.all(
    rows.map(async (row): Promise<ShareLink> => {
      const address = toShareLinkUrl(
        settings.publicUrl,
        secrets.unseal<string>("share-link-secret", row.id, row.sealedSecret),
        orgId,
      );
      return {
        id: row.id,
        credentialId: credential.id,
        credentialType: credential.credentialType,
        audience: row.audience,
        facts: facts.filter(({ name }) => row.facts.includes(name)),
        address,
        qrCode: await drawQrCode(address),
        status: toShareLinkStatus(row, credential, now),
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        viewCount: row.viewCount,
        ...(row.viewLimit !== null && { viewLimit: row.viewLimit }),
        views: views
          .filter(({ linkId }) => linkId === row.id)
          .map(({ id, viewedAt, timeZone, device }) => ({ id, at: viewedAt.toISOString(), timeZone, device })),
      };
    }),
  );
}
