import type { WholeStaffForm } from "#engine/core/scope/shapes/forms.ts";
import { toPlainText } from "#engine/core/base/text-input.ts";
import { invalidField, notFound } from "#server/errors.ts";
import { writeAudit } from "#server/platform/audit.ts";
import { transact } from "#server/platform/store/database.ts";
import { mailboxCorrections } from "#server/platform/store/tables/mailbox-corrections.ts";
import type { Services } from "#server/services.ts";
import { announce } from "#server/wallet/transactions/announcements.ts";
import { assertAllowed } from "#server/wallet/transactions/guard.ts";
import { lockTransactionById } from "#server/wallet/transactions/load.ts";
import { maskEmail } from "#server/wallet/transactions/mask-email.ts";
import { readForm } from "./whole-form.ts";

/**
 * Corrects the registered email of a basic detail. Codes go to the new one from then on, other messages after the
 * candidate has confirmed it by a code; until then they go to the former one, also the message about this. Throws 404,
 * 409 (109) for a form that has ended, 422.
 */
export async function correctMailbox(
  services: Services,
  keys: { orgId: string; txnId: string },
  correction: { fieldName: string; email: string; reason: string; staffId: string },
): Promise<WholeStaffForm> {
  const { fieldName, staffId } = correction;
  const mailbox = toPlainText(correction.email);
  if (!/^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(mailbox)) throw invalidField("/email", "pattern", "enter-email");
  const reason = toPlainText(correction.reason);
  if (reason === "") throw invalidField("/reason", "required", "give-reason");
  await transact(services.db, async (tx) => {
    const loaded = await lockTransactionById(tx, keys.txnId);
    if (loaded?.row.orgId !== keys.orgId) throw notFound("transaction");
    assertAllowed(loaded, services, { by: "forms.correct-email" });
    const details = loaded.definitions.request(loaded.row.formId).basicDetails ?? [];
    if (!details.some((detail) => detail.fieldName === fieldName))
      throw invalidField("/fieldName", "fieldName", "field-not-requested");
    const entered = { mailbox, reason, correctedBy: staffId, correctedAt: loaded.now, confirmedAt: null };
    await tx
      .insert(mailboxCorrections)
      .values({ transactionId: keys.txnId, fieldName, ...entered })
      .onConflictDoUpdate({ target: [mailboxCorrections.transactionId, mailboxCorrections.fieldName], set: entered });
    const detail = { staffId, orgId: keys.orgId, transactionId: keys.txnId, fieldName };
    await writeAudit(tx, "email-corrected", loaded.row.candidateId, detail);
    await announce(
      tx,
      loaded,
      {
        notice: "mailbox-corrected",
        messages: true,
        key: `mailbox-corrected:${loaded.now.getTime()}`,
        values: { email: maskEmail(mailbox) },
      },
      services,
    );
  });
  services.outbox.flushSoon();
  return readForm(services, keys);
}
