import { randomBytes } from "node:crypto";
import { and, eq, gt, isNotNull, lte, sql } from "drizzle-orm";
import type { JWK } from "jose";
import type { Shown } from "#engine/api/links.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { credentialLinks, credentialLooks } from "#server/platform/store/tables/credentials.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { toCards } from "../credentials/cards.ts";
import { holderClaim } from "#engine/api/claim-names.ts";
import { toDisclosed } from "../credentials/claims.ts";
import { findPublicKey, toPrivateKey } from "../credentials/issuer-keys.ts";
import { presentCredential, readCredential } from "../credentials/sd-jwt.ts";
import { readNow } from "../transactions/rows.ts";
import { hashSecret, toAddress, toState, type CredentialRow, type LinkRow } from "./links.ts";

/** Who opens a link, as far as anybody may know: a time zone, a kind of device, and what tells a second look from a reload. */
export interface Visitor {
  zone: string;
  userAgent: string;
  address: string;
}

type OpenServices = Pick<Services, "db" | "config" | "secrets" | "settings">;

/** The same visitor within this time looks once. */
const visitMs = 30 * 60_000;

/**
 * What a link shows, and the proof of it; one look is counted, and every refusal is written down. A link that is not there
 * is told as one that never was.
 */
export function openLink(services: OpenServices, secret: string, visitor: Visitor, words: Words): Promise<Shown> {
  return transact(services.db, async (tx) => {
    const [link] = await tx
      .select()
      .from(credentialLinks)
      .where(eq(credentialLinks.secretHash, hashSecret(secret)))
      .for("update");
    const [credential] = link
      ? await tx.select().from(credentials).where(eq(credentials.id, link.credentialId))
      : [undefined];
    if (!link || !credential) {
      await writeAudit(tx, "credential-link-refused", null, { reason: "unknown" });
      return { standing: "unknown" };
    }
    const now = await readNow(tx);
    const visitHash = toVisitHash(services, link, visitor);
    const state = toState(link, credential, now);
    const again = await isAgain(tx, link, visitHash, now);
    if (state === "taken-back" || state === "expired" || (state === "used-up" && !again)) {
      await writeAudit(tx, "credential-link-refused", link.candidateId, { linkId: link.id, reason: state });
      return { standing: state };
    }
    if (!again) await noteLook(tx, link, { ...visitor, visitHash }, now);
    return {
      standing: credential.revokedAt ? "withdrawn" : "valid",
      audience: link.audience,
      expiresAt: link.expiresAt.toISOString(),
      ...(await present(services, tx, { link, credential, secret, words, now })),
    };
  });
}

/** Forgets what told a reload from a second look. */
export async function forgetVisits(db: Queryable, now: Date): Promise<void> {
  await db
    .update(credentialLooks)
    .set({ visitHash: null })
    .where(and(isNotNull(credentialLooks.visitHash), lte(credentialLooks.lookedAt, new Date(now.getTime() - visitMs))));
}

async function isAgain(tx: Queryable, { id }: LinkRow, visitHash: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - visitMs);
  const found = await tx
    .select({ id: credentialLooks.id })
    .from(credentialLooks)
    .where(
      and(
        eq(credentialLooks.linkId, id),
        eq(credentialLooks.visitHash, visitHash),
        gt(credentialLooks.lookedAt, since),
      ),
    )
    .limit(1);
  return found.length > 0;
}

async function noteLook(tx: Queryable, link: LinkRow, visitor: Visitor & { visitHash: string }, now: Date) {
  await tx
    .update(credentialLinks)
    .set({ looks: sql`${credentialLinks.looks} + 1` })
    .where(eq(credentialLinks.id, link.id));
  await tx.insert(credentialLooks).values({
    id: newId(),
    linkId: link.id,
    zone: isZone(visitor.zone) ? visitor.zone : "",
    device: /Mobi|Android|iPhone|iPad/.test(visitor.userAgent) ? "phone" : "computer",
    visitHash: visitor.visitHash,
    lookedAt: now,
  });
  await writeAudit(tx, "credential-shown", link.candidateId, { linkId: link.id });
}

/** Keyed, for this link alone, and forgotten within the hour: nobody is known again by it. */
const toVisitHash = ({ secrets }: OpenServices, { id }: LinkRow, { address, userAgent }: Visitor): string =>
  secrets.hmac("TOKEN_SECRET", `look ${id} ${address} ${userAgent}`);

function isZone(zone: string): boolean {
  if (!/^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+){1,2}$/.test(zone)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}

interface Presenting {
  link: LinkRow;
  credential: CredentialRow;
  secret: string;
  words: Words;
  now: Date;
}

/** The credential with what the link discloses and nothing else, as words and as proof. */
async function present(
  { config, secrets, settings }: OpenServices,
  tx: Queryable,
  { link, credential, secret, words, now }: Presenting,
): Promise<Pick<Shown, "credential" | "proof">> {
  const [card] = await toCards({ db: tx, config }, credential.candidateId, [credential], words, link.facts);
  if (!card || !credential.holderKey) return {};
  const { payload } = await readCredential(credential.token, (kid) => findPublicKey(tx, kid), now);
  const to = { aud: toAddress(settings.publicUrl, secret, undefined), nonce: randomBytes(12).toString("base64url") };
  const holderKey = toPrivateKey(secrets.unseal<JWK>(credential.holderKey));
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
      presentation: await presentCredential(credential.token, chosen, holderKey, { ...to, now }),
      audience: to.aud,
      nonce: to.nonce,
    },
  };
}
