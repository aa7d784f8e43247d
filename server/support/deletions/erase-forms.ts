import { sql } from "drizzle-orm";
import { writeAudit } from "#server/platform/audit.ts";
import { deletionCause, setTransitionCause } from "#server/platform/ledger-cause.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { applyTransition } from "#server/wallet/transactions/apply-transition.ts";
import { listStatesLeadingTo } from "#server/wallet/transactions/guard.ts";
import { lockTransactionById } from "#server/wallet/transactions/load.ts";

/** Tables whose rows of a transaction go. */
const erasedTables = [
  "drafts",
  "user_inputs",
  "answers",
  "name_change_requests",
  "change_permits",
  "mailbox_corrections",
  "submission_versions",
  "case_notes",
  "source_requests",
  "presentation_requests",
  "photo_nonces",
] as const;

/**
 * Removes what was entered in each form of a candidate, and closes the open ones. Rows of transactions, submissions and
 * cases stay without content: orders and the ledger refer to them. One form after the other, each at most once.
 */
export async function eraseForms(services: Pick<Services, "db" | "config">, candidateId: string): Promise<void> {
  const { rows } = await services.db.execute<{ id: string }>(sql`
    select t.id from transactions t where t.candidate_id = ${candidateId} and not exists (
      select 1 from audit_log a where a.candidate_id = ${candidateId} and a.event = 'transaction-deleted'
        and a.detail->>'transactionId' = t.id) order by t.id`);
  for (const { id } of rows) await transact(services.db, (tx) => eraseForm(services, tx, candidateId, id));
}

async function eraseForm(
  services: Pick<Services, "config">,
  tx: Queryable,
  candidateId: string,
  txnId: string,
): Promise<void> {
  await setTransitionCause(tx, deletionCause);
  const loaded = await lockTransactionById(tx, txnId);
  if (!loaded) return;
  if (listStatesLeadingTo(services, deletionCause, "CLOSED").includes(loaded.row.state))
    await applyTransition(tx, loaded.row, "CLOSED", loaded.now);
  const own = sql`transaction_id = ${txnId}`;
  for (const table of erasedTables) await tx.execute(sql`delete from ${sql.identifier(table)} where ${own}`);
  await tx.execute(sql`update transaction_items set presentation = null where ${own} and presentation is not null`);
  // With the new salt, hashes of the former contents in the ledger can no longer be guessed.
  await tx.execute(
    sql`update transactions set holder_name = null, content_salt = gen_random_uuid() where id = ${txnId}`,
  );
  await tx.execute(sql`update submissions set data = '{}', insufficiency = null, reason = null where ${own}`);
  await tx.execute(sql`update cases set institution = null where ${own} and institution is not null`);
  await eraseDeliveries(tx, txnId);
  await writeAudit(tx, "transaction-deleted", candidateId, { transactionId: txnId, by: deletionCause });
}

/** Reports go. What was sent to an evaluation partner is there; the row that records it stays. */
async function eraseDeliveries(tx: Queryable, txnId: string): Promise<void> {
  const own = sql`transaction_id = ${txnId}`;
  await tx.execute(sql`delete from report_files where report_id in (select id from reports where ${own})`);
  await tx.execute(sql`delete from reports where ${own}`);
  await tx.execute(
    sql`update delivery_log set detail = '' where delivery_id in (select id from deliveries where ${own})`,
  );
  await tx.execute(sql`
    update deliveries set sealed_access = null,
      state = case when state in ('waiting', 'due', 'sent') then 'dead' else state end where ${own}`);
  await tx.execute(sql`
    update verifier_calls set last_error = null,
      state = case when state = 'due' then 'obsolete' else state end where ${own}`);
}
