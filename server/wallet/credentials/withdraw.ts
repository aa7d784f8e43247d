import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { writeNotification } from "#server/messaging/notices/notices.ts";
import { writeAudit } from "#server/platform/audit.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import { toRecipients, toReasonValue, type AnnouncementServices } from "../transactions/announcements.ts";
import type { LoadedTransaction, SubmissionRow } from "../transactions/load.ts";

const ofSubmission = ({ transactionId, subType }: SubmissionRow) =>
  and(eq(credentials.transactionId, transactionId), eq(credentials.subType, subType), isNull(credentials.revokedAt));

/** The reason of a credential whose decision was undone before anyone had it. */
const undone = "decision-undone";

/** The condition that a credential was not retracted: no list shows a retracted one. */
export const isNotRetracted: SQL = sql`${credentials.revokedReason} is distinct from ${undone}`;

/**
 * Returns whether the credential of a submission has left: the candidate put it into the wallet, shared or presented
 * it, or another wallet has a copy.
 */
export async function hasCredentialLeft(tx: Queryable, { transactionId, subType }: SubmissionRow): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from credentials c where c.transaction_id = ${transactionId} and c.sub_type = ${subType}
      and c.revoked_at is null and (c.received_at is not null
        or exists (select from share_links l where l.credential_id = c.id)
        or exists (select from credential_offers o where o.credential_id = c.id and o.token_hash is not null)
        or exists (select from transactions t join transaction_items i on i.transaction_id = t.id
          where t.candidate_id = c.candidate_id and i.presentation ->> 'vct' = c.vct
            and (i.presentation ->> 'presentedAt')::timestamptz >= c.issued_at)) limit 1`);
  return rows.length > 0;
}

/** Ends the credential of an undone decision. Its entry in the status list is set too; the candidate never had it. */
export async function retractCredential(
  tx: Queryable,
  { row, now }: LoadedTransaction,
  submission: SubmissionRow,
): Promise<void> {
  const ended = await tx
    .update(credentials)
    .set({ revokedAt: now, revokedReason: undone })
    .where(ofSubmission(submission))
    .returning({ id: credentials.id });
  for (const { id: credentialId } of ended)
    await writeAudit(tx, "credential-withdrawn", row.candidateId, { credentialId });
}

/** Returns whether a submission has a credential that is not withdrawn. */
export async function hasValidCredential(tx: Queryable, submission: SubmissionRow): Promise<boolean> {
  const found = await tx.select({ id: credentials.id }).from(credentials).where(ofSubmission(submission));
  return found.length > 0;
}

/**
 * Withdraws the credential of a submission for good. The status list shows it at once, and the candidate gets a
 * message.
 */
export async function withdrawCredential(
  tx: Queryable,
  services: AnnouncementServices,
  loaded: LoadedTransaction,
  { submission, reason }: { submission: SubmissionRow; reason: string | undefined },
): Promise<void> {
  const { row, now } = loaded;
  const [withdrawn] = await tx
    .update(credentials)
    .set({ revokedAt: now, revokedReason: reason ?? null })
    .where(ofSubmission(submission))
    .returning({ id: credentials.id, type: credentials.credentialType });
  if (!withdrawn) return;
  const { id: credentialId, type } = withdrawn;
  await writeAudit(tx, "credential-withdrawn", row.candidateId, { credentialId });
  const values = {
    credential: { text: type },
    reason: toReasonValue(reason ?? "no-reason-given"),
  };
  const { candidateId, orgId } = row;
  await writeNotification(tx, {
    candidateId,
    key: "credential-withdrawn",
    values,
    about: { credentialId },
    orgId,
    now,
  });
  for (const { locale, ...message } of await toRecipients(tx, loaded)) {
    const { title, description } = services
      .findMessageTexts(locale, orgId)
      .formatNotice("credential-withdrawn", values);
    await services.outbox.write(tx, {
      ...message,
      dedupKey: `credential:${credentialId}:withdrawn:${message.channel}`,
      ...(message.channel === "email" && { subject: title }),
      text: description,
    });
  }
}
