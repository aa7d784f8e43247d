import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { CredentialCard } from "#engine/api/credentials.ts";
import type { Link, Showing } from "#engine/api/links.ts";
import { WalletError, notFound, refuseField, says } from "#server/errors.ts";
import type { Words } from "#server/messaging/words/words.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { credentialLinks, credentialLooks } from "#server/platform/store/tables/credentials.ts";
import type { credentials } from "#server/platform/store/tables/transactions.ts";
import type { Services } from "#server/services.ts";
import { readOrigins, toCards } from "../credentials/cards.ts";
import { holderClaim } from "#engine/api/claim-names.ts";
import { getCredential } from "../credentials/credentials.ts";
import { readNow } from "../transactions/rows.ts";
import { drawQrCode } from "./qr-code.ts";

export type LinkRow = typeof credentialLinks.$inferSelect;
export type CredentialRow = typeof credentials.$inferSelect;

type LinkServices = Pick<Services, "db" | "config" | "secrets" | "settings" | "limits">;
/** Who asks, and in which words they are answered. */
export interface Asking {
  id: string;
  words: Words;
}

const dayMs = 86_400_000;
/** Who makes more in an hour makes them for nobody. */
const madePerHour = 60;
const visitsShown = 50;
const linksShown = 100;

/** A link is found by the hash of its secret: who reads the table can open none. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/** What a credential can show, and the links that show it, newest first. Throws 404. */
export async function listShowing(services: LinkServices, asking: Asking, credentialId: string): Promise<Showing> {
  const { db } = services;
  const credential = await getCredential(db, asking.id, credentialId);
  const rows = await db
    .select()
    .from(credentialLinks)
    .where(eq(credentialLinks.credentialId, credential.id))
    .orderBy(desc(credentialLinks.createdAt), desc(credentialLinks.id))
    .limit(linksShown);
  const facts = await readShowable(services, asking, credential);
  return { credentialType: credential.credentialType, facts, links: await toLinks(services, credential, facts, rows) };
}

/** One link of the candidate's, and who has looked. Throws 404. */
export async function getLink(services: LinkServices, asking: Asking, id: string): Promise<Link> {
  const row = await findLink(services.db, asking.id, id);
  const credential = await getCredential(services.db, asking.id, row.credentialId);
  const facts = await readShowable(services, asking, credential);
  const [link] = await toLinks(services, credential, facts, [row]);
  return link!;
}

/** What a new link shows, to whom, for so many days and so many looks. */
export interface Wanted {
  credentialId: string;
  facts: readonly string[];
  audience?: string;
  days: string;
  /** 'any' or absent: any number. */
  looks?: string;
}

/** Makes a link. Throws 404, 409 (109) for a credential that can be shown no more, 422 (106) for a fact that it does not hold. */
export async function makeLink(services: LinkServices, asking: Asking, wanted: Wanted): Promise<Link> {
  await services.limits.take(`links:${asking.id}`, madePerHour, 3600);
  const credential = await getCredential(services.db, asking.id, wanted.credentialId);
  if (credential.revokedAt) throw new WalletError("stateConflict", says("credential-is-withdrawn"));
  if (!credential.vct || !credential.holderKey) throw new WalletError("stateConflict", says("credential-not-showable"));
  const held = new Set((await readShowable(services, asking, credential)).map(({ name }) => name));
  if (!wanted.facts.every((name) => held.has(name))) throw refuseField("/facts", "unknown", "fact-not-held");
  const id = newId();
  await transact(services.db, async (tx) => {
    const now = await readNow(tx);
    const secret = randomBytes(16).toString("base64url");
    await tx.insert(credentialLinks).values({
      id,
      credentialId: credential.id,
      candidateId: asking.id,
      secretHash: hashSecret(secret),
      sealedSecret: services.secrets.seal(secret),
      audience: (wanted.audience ?? "").trim(),
      facts: [...new Set(wanted.facts)],
      expiresAt: new Date(now.getTime() + Number(wanted.days) * dayMs),
      maxLooks: wanted.looks === undefined || wanted.looks === "any" ? null : Number(wanted.looks),
      createdAt: now,
    });
    await writeAudit(tx, "credential-link-made", asking.id, { linkId: id, credentialId: credential.id });
  });
  return getLink(services, asking, id);
}

/** Takes a link back, for good; again is the same. Throws 404. */
export async function takeBackLink(services: LinkServices, asking: Asking, id: string): Promise<Link> {
  await transact(services.db, async (tx) => {
    const { takenBackAt } = await findLink(tx, asking.id, id);
    if (takenBackAt) return;
    await tx
      .update(credentialLinks)
      .set({ takenBackAt: sql`app_now()` })
      .where(eq(credentialLinks.id, id));
    await writeAudit(tx, "credential-link-taken-back", asking.id, { linkId: id });
  });
  return getLink(services, asking, id);
}

/** How a link stands, apart from who asks: what ended it first counts. */
export function toState(link: LinkRow, credential: Pick<CredentialRow, "revokedAt">, now: Date): Link["state"] {
  if (link.takenBackAt) return "taken-back";
  if (link.expiresAt.getTime() <= now.getTime()) return "expired";
  if (credential.revokedAt) return "withdrawn";
  return link.maxLooks !== null && link.looks >= link.maxLooks ? "used-up" : "open";
}

/** The address of a link; it is shown as who asked for the credential shows things. */
export const toAddress = (publicUrl: string, secret: string, orgId: string | undefined): string =>
  `${publicUrl}/shown/${secret}${orgId === undefined ? "" : `?orgId=${encodeURIComponent(orgId)}`}`;

/** Each fact that may be disclosed: whose it is first, then what the card says. */
async function readShowable(
  services: LinkServices,
  { id, words }: Asking,
  credential: CredentialRow,
): Promise<CredentialCard["facts"]> {
  const [card] = await toCards(services, id, [credential], words);
  if (!card) return [];
  return [{ name: holderClaim, label: words.say("parts", "credential-holder"), value: card.holder }, ...card.facts];
}

async function findLink(db: Queryable, candidateId: string, id: string): Promise<LinkRow> {
  const [row] = await db
    .select()
    .from(credentialLinks)
    .where(and(eq(credentialLinks.id, id), eq(credentialLinks.candidateId, candidateId)));
  if (!row) throw notFound("link");
  return row;
}

/** Who has looked last at each of these, the newest first; of a link that the whole world looks at no more is read. */
function readVisits(db: Queryable, ids: readonly string[]) {
  const latest = db
    .select()
    .from(credentialLooks)
    .where(eq(credentialLooks.linkId, credentialLinks.id))
    .orderBy(desc(credentialLooks.lookedAt), desc(credentialLooks.id))
    .limit(visitsShown)
    .as("latest");
  const { id, linkId, zone, device, lookedAt } = latest;
  return db
    .select({ id, linkId, zone, device, lookedAt })
    .from(credentialLinks)
    .crossJoinLateral(latest)
    .where(inArray(credentialLinks.id, [...ids]))
    .orderBy(desc(lookedAt), desc(id));
}

async function toLinks(
  { db, secrets, settings }: LinkServices,
  credential: CredentialRow,
  facts: CredentialCard["facts"],
  rows: readonly LinkRow[],
): Promise<Link[]> {
  if (rows.length === 0) return [];
  const now = await readNow(db);
  const origins = await readOrigins(db, [credential]);
  const orgId = origins.get(`${credential.transactionId}\n${credential.subType}`)?.orgId;
  const looks = await readVisits(
    db,
    rows.map(({ id }) => id),
  );
  return Promise.all(
    rows.map(async (row): Promise<Link> => {
      const address = toAddress(settings.publicUrl, secrets.unseal<string>(row.sealedSecret), orgId);
      return {
        id: row.id,
        credentialId: credential.id,
        credentialType: credential.credentialType,
        audience: row.audience,
        facts: facts.filter(({ name }) => row.facts.includes(name)),
        address,
        code: await drawQrCode(address),
        state: toState(row, credential, now),
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        looks: row.looks,
        ...(row.maxLooks !== null && { maxLooks: row.maxLooks }),
        visits: looks
          .filter(({ linkId }) => linkId === row.id)
          .map(({ id, lookedAt, zone, device }) => ({ id, at: lookedAt.toISOString(), zone, device })),
      };
    }),
  );
}
