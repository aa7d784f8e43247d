import { and, eq, isNull } from "drizzle-orm";
import { writeNotification } from "#server/messaging/notices/notices.ts";
import { writeAudit } from "#server/platform/audit.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { credentials } from "#server/platform/store/tables/transactions.ts";
import { toRecipients, toReasonValue, type AnnouncementServices } from "../transactions/announcements.ts";
import type { LoadedTransaction, SubmissionRow } from "../transactions/load.ts";

const ofSubmission = ({ transactionId, subType }: SubmissionRow) =>
  and(eq(credentials.transactionId, transactionId), eq(credentials.subType, subType), isNull(credentials.revokedAt));

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
