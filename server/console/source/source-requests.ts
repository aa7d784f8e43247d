import { randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { CaseSource } from "#engine/core/scope/shapes/cases.ts";
import { toPlainText } from "#engine/core/base/text-input.ts";
import { toOrganisationName } from "#server/config/release.ts";
import { invalidField, notFound, WalletError, withReason } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import { sourceRequests } from "#server/platform/store/tables/cases.ts";
import type { Services } from "#server/services.ts";
import { toHash } from "#server/staff/staff-tools.ts";
import { readNow } from "#server/wallet/transactions/load.ts";
import { readVersions } from "../versions.ts";
import { getCase, type CaseKeys } from "../queue.ts";

export type SourceRow = typeof sourceRequests.$inferSelect;

const day = 86_400_000;
/** A link works for two weeks. An institution is reminded once, after five days. */
const lifeMs = 14 * day;
const reminderMs = 5 * day;
const openMax = 10;

/** The requests about a case, the oldest first. */
export async function listSources(db: Queryable, { txnId, subType }: CaseKeys, now: Date): Promise<CaseSource[]> {
  const { rows } = await db.execute<{ id: string; display_name: string }>(sql`
    select r.id, s.display_name from source_requests r join staff s on s.id = r.staff_id
    where r.transaction_id = ${txnId} and r.sub_type = ${subType} order by r.created_at, r.id limit 100`);
  const names = new Map(rows.map((row) => [row.id, row.display_name]));
  const found = await db
    .select()
    .from(sourceRequests)
    .where(and(eq(sourceRequests.transactionId, txnId), eq(sourceRequests.subType, subType)))
    .orderBy(sourceRequests.createdAt, sourceRequests.id)
    .limit(100);
  return found.map((row) => toSource(row, names.get(row.id) ?? "", now));
}

/** The status of a request: what its times imply. */
export function toStatus(
  { cancelledAt, answeredAt, expiresAt }: Pick<SourceRow, "cancelledAt" | "answeredAt" | "expiresAt">,
  now: Date,
): CaseSource["status"] {
  if (answeredAt) return "answered";
  if (cancelledAt) return "cancelled";
  return expiresAt <= now ? "expired" : "open";
}

function toSource(row: SourceRow, displayName: string, now: Date): CaseSource {
  const { id, institution, email, staffId, createdAt, expiresAt, remindedAt, answeredAt, answer } = row;
  return {
    id,
    institution,
    email,
    status: toStatus(row, now),
    by: { id: staffId, displayName },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(remindedAt && { remindedAt: remindedAt.toISOString() }),
    ...(answer && answeredAt && { answer: { ...answer, answeredAt: answeredAt.toISOString() } }),
  };
}

/**
 * Asks an institution by email. Throws 404, 409 (109) when the case needs no decision or too many requests are open,
 * 422 for a name that looks empty.
 */
export async function askSource(
  services: Services,
  keys: CaseKeys,
  { institution, email, author }: { institution: string; email: string; author: { id: string; displayName: string } },
): Promise<CaseSource> {
  const plain = toPlainText(institution);
  if (plain === "") throw invalidField("/institution", "required", "enter-institution");
  const token = randomBytes(32).toString("base64url");
  const id = newId();
  const source = await transact(services.db, async (tx) => {
    const found = await getCase(services, keys, tx);
    if (found.state !== "SUBMITTED" && found.state !== "IN_PROGRESS")
      throw new WalletError("stateConflict", withReason("case-not-open"));
    const now = await readNow(tx);
    const sources = await listSources(tx, keys, now);
    if (sources.filter(({ status }) => status === "open").length >= openMax)
      throw new WalletError("stateConflict", withReason("too-many-source-requests"));
    const row: SourceRow = {
      id,
      orgId: keys.orgId,
      transactionId: keys.txnId,
      subType: keys.subType,
      version: (await readVersions(tx, keys)).length + 1,
      institution: plain,
      email: email.toLowerCase(),
      tokenHash: toHash(token),
      sealedToken: services.secrets.seal("source-link", id, token),
      staffId: author.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeMs),
      remindedAt: null,
      cancelledAt: null,
      answeredAt: null,
      answer: null,
    };
    await tx.insert(sourceRequests).values(row);
    await writeLetter(services, tx, row, token, "institution-request");
    await touchCase(tx, keys);
    return toSource(row, author.displayName, now);
  });
  services.outbox.flushSoon();
  return source;
}

/** Ends the link of an open request. Throws 404, 409 (109) when it has ended already. */
export async function cancelSource(services: Services, keys: CaseKeys & { sourceId: string }): Promise<CaseSource> {
  const now = await services.clock.now();
  return transact(services.db, async (tx) => {
    await getCase(services, keys, tx);
    const own = and(
      eq(sourceRequests.id, keys.sourceId),
      eq(sourceRequests.transactionId, keys.txnId),
      eq(sourceRequests.subType, keys.subType),
    );
    const changed = await tx
      .update(sourceRequests)
      .set({ cancelledAt: now, sealedToken: "" })
      .where(and(own, isNull(sourceRequests.answeredAt), isNull(sourceRequests.cancelledAt)))
      .returning({ id: sourceRequests.id });
    const found = (await listSources(tx, keys, now)).find(({ id }) => id === keys.sourceId);
    if (!found) throw notFound("case");
    if (changed.length === 0) throw new WalletError("stateConflict", withReason("source-request-ended"));
    await touchCase(tx, keys);
    return found;
  });
}

/** Job: reminds institutions that have not answered for five days, once. Several servers may run it. */
export async function remindSources(services: Services): Promise<void> {
  const now = await services.clock.now();
  const { rows } = await services.db.execute<{ id: string }>(sql`
    select id from source_requests where answered_at is null and cancelled_at is null and reminded_at is null
      and created_at <= ${new Date(now.getTime() - reminderMs).toISOString()}::timestamptz
      and expires_at > ${now.toISOString()}::timestamptz and sealed_token <> ''
    order by created_at limit 200`);
  for (const { id } of rows) await remind(services, id, now);
  if (rows.length > 0) services.outbox.flushSoon();
}

async function remind(services: Services, id: string, now: Date): Promise<void> {
  await transact(services.db, async (tx) => {
    const [row] = await tx
      .update(sourceRequests)
      .set({ remindedAt: now })
      .where(
        and(
          eq(sourceRequests.id, id),
          isNull(sourceRequests.remindedAt),
          isNull(sourceRequests.answeredAt),
          isNull(sourceRequests.cancelledAt),
        ),
      )
      .returning();
    if (!row) return;
    const token = services.secrets.unseal<string>("source-link", row.id, row.sealedToken);
    await writeLetter(services, tx, row, token, "institution-reminder");
  });
}

async function writeLetter(
  services: Services,
  tx: Queryable,
  row: SourceRow,
  token: string,
  key: "institution-request" | "institution-reminder",
): Promise<void> {
  const { orgId, transactionId: txnId, subType } = row;
  const found = await getCase(services, { orgId, txnId, subType }, tx);
  const messages = services.findMessageTexts("en", orgId);
  const { subject, text } = messages.formatOutgoing(key, {
    organisation: toOrganisationName(services.config, orgId),
    institution: row.institution,
    verification: found.label,
    holder: found.holderName ?? "",
    link: `${services.settings.publicUrl}/source/${token}?orgId=${encodeURIComponent(orgId)}`,
    date: row.expiresAt.toISOString().slice(0, 10),
  });
  await services.outbox.write(tx, {
    dedupKey: `${key}:${row.id}`,
    channel: "email",
    to: row.email,
    subject: subject ?? null,
    text,
  });
}

/** A request or an answer is a change of its case, for those who watch it. */
export async function touchCase(tx: Queryable, { txnId, subType }: Pick<CaseKeys, "txnId" | "subType">): Promise<void> {
  await tx.execute(sql`
    update cases set changed_at = clock_timestamp() where transaction_id = ${txnId} and sub_type = ${subType}`);
}
