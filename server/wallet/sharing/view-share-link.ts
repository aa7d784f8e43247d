import { randomBytes } from "node:crypto";
import { and, eq, gt, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { JWK } from "jose";
import type { SharedCredential } from "#engine/core/scope/shapes/share-links.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { shareLinks, shareLinkViews } from "#server/platform/store/tables/credentials.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { toCards } from "../credentials/cards.ts";
import { holderClaim } from "#engine/contract/claim-names.ts";
import { toDisclosed } from "../credentials/claims.ts";
import { findPublicKey, toPrivateKey } from "../credentials/issuer-keys.ts";
import { presentCredential, verifyCredential } from "../credentials/sd-jwt.ts";
import { readNow } from "../transactions/load.ts";
import { hashSecret, toShareLinkUrl, toShareLinkStatus, type CredentialRow, type ShareLinkRow } from "./share-links.ts";

/**
 * The viewer of a share link, as far as it is recorded: time zone, device type, and the data that recognises a reload.
 */
export interface Viewer {
  timeZone: string;
  userAgent: string;
  address: string;
}

type ViewServices = Pick<Services, "db" | "config" | "secrets" | "settings">;

/** Reloads by the same viewer within this time count as one view. */
const reloadMs = 30 * 60_000;

/**
 * The shared credential with its proof. Counts one view, and writes each refusal to the audit log. An unknown link has
 * the status `unknown`.
 */
export function viewShareLink(
  services: ViewServices,
  secret: string,
  viewer: Viewer,
  messages: MessageTexts,
): Promise<SharedCredential> {
  return transact(services.db, async (tx) => {
    const [link] = await tx
      .select()
      .from(shareLinks)
      .where(eq(shareLinks.secretHash, hashSecret(secret)))
      .for("update");
    const [credential] = link
      ? await tx.select().from(credentials).where(eq(credentials.id, link.credentialId))
      : [undefined];
    if (!link || !credential) {
      await writeAudit(tx, "share-link-refused", null, { reason: "unknown" });
      return { status: "unknown" };
    }
    const now = await readNow(tx);
    const visitHashes = toVisitHashes(services, link, viewer);
    const status = toShareLinkStatus(link, credential, now);
    const isReload = await wasViewedBefore(tx, link, visitHashes, now);
    if (status === "revoked" || status === "expired" || (status === "exhausted" && !isReload)) {
      await writeAudit(tx, "share-link-refused", link.candidateId, { linkId: link.id, reason: status });
      return { status };
    }
    if (!isReload) await recordView(tx, link, { ...viewer, visitHash: visitHashes[0]! }, now);
    return {
      status: credential.revokedAt ? "withdrawn" : "valid",
      audience: link.audience,
      expiresAt: link.expiresAt.toISOString(),
      ...(await disclose(services, tx, { link, credential, secret, messages, now })),
    };
  });
}

/** Deletes the hashes that recognise a reload. */
export async function forgetViewerHashes(db: Queryable, now: Date): Promise<void> {
  await db
    .update(shareLinkViews)
    .set({ visitHash: null })
    .where(and(isNotNull(shareLinkViews.visitHash), lte(shareLinkViews.viewedAt, new Date(now.getTime() - reloadMs))));
}

async function wasViewedBefore(
  tx: Queryable,
  { id }: ShareLinkRow,
  visitHashes: readonly string[],
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - reloadMs);
  const found = await tx
    .select({ id: shareLinkViews.id })
    .from(shareLinkViews)
    .where(
      and(
        eq(shareLinkViews.linkId, id),
        inArray(shareLinkViews.visitHash, [...visitHashes]),
        gt(shareLinkViews.viewedAt, since),
      ),
    )
    .limit(1);
  return found.length > 0;
}

async function recordView(tx: Queryable, link: ShareLinkRow, viewer: Viewer & { visitHash: string }, now: Date) {
  await tx
    .update(shareLinks)
    .set({ viewCount: sql`${shareLinks.viewCount} + 1` })
    .where(eq(shareLinks.id, link.id));
  await tx.insert(shareLinkViews).values({
    id: newId(),
    linkId: link.id,
    timeZone: isZone(viewer.timeZone) ? viewer.timeZone : "",
    device: /Mobi|Android|iPhone|iPad/.test(viewer.userAgent) ? "phone" : "computer",
    visitHash: viewer.visitHash,
    viewedAt: now,
  });
  await writeAudit(tx, "share-link-viewed", link.candidateId, { linkId: link.id });
}

/** Keyed and specific to this link. It is deleted within the hour, so that it cannot track a viewer. */
const toVisitHashes = ({ secrets }: ViewServices, { id }: ShareLinkRow, { address, userAgent }: Viewer): string[] =>
  secrets.hmacs("link-visit", `view ${id} ${address} ${userAgent}`);

function isZone(zone: string): boolean {
  if (!/^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+){1,2}$/.test(zone)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}

interface Disclosure {
  link: ShareLinkRow;
  credential: CredentialRow;
  secret: string;
  messages: MessageTexts;
  now: Date;
}

/** The disclosed part of the credential only, as card and as proof. */
async function disclose(
  { config, secrets, settings }: ViewServices,
  tx: Queryable,
  { link, credential, secret, messages, now }: Disclosure,
): Promise<Pick<SharedCredential, "credential" | "proof">> {
  const [card] = await toCards(
    { db: tx, config, settings },
    credential.candidateId,
    [credential],
    messages,
    link.facts,
  );
  if (!card || !credential.holderKey) return {};
  const { payload } = await verifyCredential(credential.token, (kid) => findPublicKey(tx, kid), now);
  const audience = {
    aud: toShareLinkUrl(settings.publicUrl, secret, undefined),
    nonce: randomBytes(12).toString("base64url"),
  };
  const holderKey = toPrivateKey(secrets.unseal<JWK>("holder-key", credential.id, credential.holderKey));
  const chosen = toDisclosed(payload, link.facts);
  const holder = link.facts.includes(holderClaim) ? String(payload[holderClaim] ?? "") : "";
  return {
    credential: {
      id: credential.id,
      credentialType: credential.credentialType,
      issuer: credential.issuer,
      issuedAt: credential.issuedAt.toISOString(),
      ...(credential.revokedAt && { revokedAt: credential.revokedAt.toISOString() }),
      card: { ...card, holder },
    },
    proof: {
      presentation: await presentCredential(credential.token, chosen, holderKey, { ...audience, now }),
      audience: audience.aud,
      nonce: audience.nonce,
    },
  };
}
