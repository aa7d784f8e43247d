import { sql } from "drizzle-orm";
import type { DeletionReceipt, OwnDeletion } from "#engine/core/scope/shapes/deletions.ts";
import { notFound, WalletError, withReason } from "#server/errors.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { newId } from "#server/platform/ids.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import type { StoredRetention } from "#server/platform/store/tables/deletions.ts";
import type { Services } from "#server/services.ts";
import { readNow } from "#server/wallet/transactions/load.ts";
import { findWaits } from "./deletion-guard.ts";
import { toLists, toRetention } from "./retention.ts";

type OwnServices = Pick<Services, "db" | "config">;

interface OpenRow extends Record<string, unknown> {
  id: string;
  org_id: string;
  state: "open" | "approved";
  requested_at: Date | string;
}

/** Stores a request for deletion, once: a second one returns the first. */
export const requestDeletion = (services: OwnServices, candidateId: string): Promise<{ requestedAt: string }> =>
  transact(services.db, async (tx) => {
    const orgId = await findDecider(services, tx, candidateId);
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into deletion_requests (id, candidate_id, org_id, requested_at)
      values (${newId()}, ${candidateId}, ${orgId}, app_now())
      on conflict (candidate_id) where state in ('open', 'approved') do nothing returning id`);
    if (rows[0]) await writeAudit(tx, "deletion-requested", candidateId, { deletionId: rows[0].id });
    const open = await findOpen(tx, candidateId);
    return { requestedAt: new Date(open!.requested_at).toISOString() };
  });

/** Cancels the open request. Throws 404 without one, 409 (109) once it is decided. */
export const cancelDeletion = (services: OwnServices, candidateId: string): Promise<void> =>
  transact(services.db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update deletion_requests set state = 'cancelled', decided_at = app_now()
      where candidate_id = ${candidateId} and state = 'open' returning id`);
    if (rows[0]) return writeAudit(tx, "deletion-cancelled", candidateId, { deletionId: rows[0].id });
    if (await findOpen(tx, candidateId)) throw new WalletError("stateConflict", withReason("deletion-decided"));
    throw notFound("deletion");
  });

/** The candidate's open request, what it waits for, and what a deletion does. */
export async function readOwnDeletion(
  services: OwnServices,
  candidateId: string,
  messages: MessageTexts,
): Promise<OwnDeletion> {
  const { db } = services;
  const open = await findOpen(db, candidateId);
  const orgId = open?.org_id ?? (await findDecider(services, db, candidateId));
  const stored = await toRetention(services, db, { candidateId, orgId, now: await readNow(db) });
  const [waits] = open?.state === "open" ? await findWaits(services, db, candidateId) : [];
  return {
    state: open?.state ?? "none",
    ...(open && { deletionId: open.id, requestedAt: new Date(open.requested_at).toISOString() }),
    ...(waits && { waitsFor: messages.formatRefusal(waits.refusal).message }),
    ...toLists(services, orgId, stored, messages),
  };
}

/** What the page of an approved deletion shows. Throws 404. */
export async function readReceipt(
  services: OwnServices,
  deletionId: string,
  messages: MessageTexts,
): Promise<DeletionReceipt> {
  const { db } = services;
  const { rows } = await db.execute<{
    candidate_id: string;
    org_id: string;
    state: DeletionReceipt["state"];
    kept: StoredRetention[] | null;
    erased_at: Date | string | null;
  }>(sql`
    select candidate_id, org_id, state, kept, erased_at from deletion_requests
    where id = ${deletionId} and state in ('approved', 'erased')`);
  const row = rows[0];
  if (!row) throw notFound("deletion");
  const { candidate_id: candidateId, org_id: orgId, erased_at: erasedAt } = row;
  const stored = row.kept ?? (await toRetention(services, db, { candidateId, orgId, now: await readNow(db) }));
  return {
    state: row.state,
    ...(erasedAt !== null && { erasedAt: new Date(erasedAt).toISOString() }),
    ...toLists(services, orgId, stored, messages),
  };
}

/** Requests that a server of an earlier release stored with the candidate. */
export async function adoptFormerRequests(services: OwnServices): Promise<void> {
  const { rows } = await services.db.execute<{ id: string; at: Date | string }>(sql`
    select id, deletion_requested_at as at from candidates
    where deletion_requested_at is not null and erased_at is null and mobile is not null limit 100`);
  for (const { id, at } of rows)
    await transact(services.db, async (tx) => {
      const orgId = await findDecider(services, tx, id);
      await tx.execute(sql`
        insert into deletion_requests (id, candidate_id, org_id, requested_at)
        values (${newId()}, ${id}, ${orgId}, ${new Date(at).toISOString()}::timestamptz)
        on conflict (candidate_id) where state in ('open', 'approved') do nothing`);
      await tx.execute(sql`update candidates set deletion_requested_at = null where id = ${id}`);
    });
}

async function findOpen(db: Queryable, candidateId: string): Promise<OpenRow | undefined> {
  const { rows } = await db.execute<OpenRow>(sql`
    select id, org_id, state, requested_at from deletion_requests
    where candidate_id = ${candidateId} and state in ('open', 'approved')`);
  return rows[0];
}

/** The organisation of the latest form decides; without a form, the default one. */
async function findDecider({ config }: OwnServices, db: Queryable, candidateId: string): Promise<string> {
  const { rows } = await db.execute<{ org_id: string }>(sql`
    select org_id from transactions where candidate_id = ${candidateId} order by created_at desc, id desc limit 1`);
  return rows[0]?.org_id ?? config.current().defaultOrgId;
}
