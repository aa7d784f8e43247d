import { sql } from "drizzle-orm";
import { eraseFiles } from "#server/files/storage/erase-files.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { destroyCandidateKey } from "#server/platform/candidate-keys.ts";
import { deletionCause } from "#server/platform/ledger-cause.ts";
import { describeError } from "#server/platform/log.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { readNow } from "#server/wallet/transactions/load.ts";
import { eraseNames, eraseProfile, openContacts } from "./erase-account.ts";
import { eraseCredentials } from "./erase-credentials.ts";
import { eraseForms } from "./erase-forms.ts";
import { endRetention, eraseOrders } from "./erase-orders.ts";
import { adoptFormerRequests } from "./own-deletion.ts";
import { toRetention } from "./retention.ts";

interface Running extends Record<string, unknown> {
  id: string;
  candidate_id: string;
  org_id: string;
  state: "approved" | "erased";
  locked_contacts: string | null;
}

const batch = 20;

/**
 * Job: carries out approved deletions. Every step may run again, so a crash or a failure in between only delays the
 * rest. One that fails does not hold up the others.
 */
export async function runDeletions(services: Services): Promise<void> {
  await adoptFormerRequests(services);
  const { rows } = await services.db.execute<Running>(sql`
    select id, candidate_id, org_id, state, locked_contacts from deletion_requests
    where state in ('approved', 'erased') and closed_at is null order by decided_at limit ${batch}`);
  for (const row of rows)
    try {
      if (row.state === "approved") await erase(services, row);
      await forgetContacts(services, row.id);
    } catch (error) {
      services.log.error({ deletionId: row.id, ...describeError(error) }, "a deletion goes on with the next round");
    }
  await endRetention(services);
}

async function erase(services: Services, row: Running): Promise<void> {
  const { id: deletionId, candidate_id: candidateId, locked_contacts: lockedContacts } = row;
  await eraseForms(services, candidateId);
  await eraseCredentials(services, candidateId);
  await eraseOrders(services, { candidateId, deletionId, lockedContacts });
  await eraseProfile(services, candidateId);
  await eraseFiles(services, candidateId);
  await transact(services.db, (tx) => finish(services, tx, row));
  services.outbox.flushSoon();
}

/** Removes the names last, and confirms. Of two servers that come here, one finishes. */
async function finish(services: Services, tx: Queryable, row: Running): Promise<void> {
  const { id: deletionId, candidate_id: candidateId, org_id: orgId } = row;
  const found = await tx.execute<{ sealed: string | null }>(sql`
    select locked_contacts as sealed from deletion_requests where id = ${deletionId} and state = 'approved' for update`);
  if (!found.rows[0]) return;
  const { sealed } = found.rows[0];
  const kept = await toRetention(services, tx, { candidateId, orgId, now: await readNow(tx) });
  const contacts = sealed === null ? undefined : await openContacts(services, tx, { candidateId, deletionId, sealed });
  await eraseNames(tx, candidateId);
  await tx.execute(sql`
    update deletion_requests set state = 'erased', erased_at = app_now(), locked_contacts = null,
      kept = ${JSON.stringify(kept)}::jsonb where id = ${deletionId}`);
  if (!kept.some(({ group }) => group === "payments")) await destroyCandidateKey(tx, candidateId);
  await writeAudit(tx, "candidate-deleted", candidateId, { deletionId, by: deletionCause });
  const { locale = "en", list = [] } = contacts ?? {};
  const link = `${services.settings.publicUrl}/deletion/${deletionId}?orgId=${orgId}`;
  const { subject, text } = services.findMessageTexts(locale, orgId).formatOutgoing("deletion-done", { link });
  for (const contact of list)
    await services.outbox.write(tx, {
      ...contact,
      dedupKey: `${toDedupKey(deletionId)}${contact.channel}:${newIndex(list, contact)}`,
      ...(contact.channel === "email" && { subject }),
      text,
    });
}

const toDedupKey = (deletionId: string): string => `deletion:${deletionId}:done:`;
const newIndex = <T>(list: readonly T[], one: T): number => list.indexOf(one) + 1;

/** The addresses of the confirmations go when they have left. */
async function forgetContacts({ db }: Services, deletionId: string): Promise<void> {
  await transact(db, async (tx) => {
    const own = sql`starts_with(dedup_key, ${toDedupKey(deletionId)})`;
    await tx.execute(
      sql`update outbox set recipient = '' where ${own} and (sent_at is not null or failed_at is not null)`,
    );
    await tx.execute(sql`
      update deletion_requests set closed_at = app_now() where id = ${deletionId} and state = 'erased'
        and closed_at is null and not exists (select 1 from outbox where ${own} and recipient <> '')`);
  });
}
