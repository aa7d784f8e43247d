import { and, eq } from "drizzle-orm";
import type { TxnInfo } from "#engine/core/scope/shapes/transaction-info.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import { invalidField } from "#server/errors.ts";
import { toMailMessage } from "#server/accounts/otp/messages.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { mailboxCorrections } from "#server/platform/store/tables/mailbox-corrections.ts";
import { userInputs } from "#server/platform/store/tables/transactions.ts";
import { withDeadline } from "#server/ports/deadline.ts";
import { maskEmail } from "../transactions/mask-email.ts";
import { toUserInputList } from "../transactions/transaction-info.ts";
import { assertAllowed } from "../transactions/guard.ts";
import { setTransitionCause, recordActivity } from "../transactions/apply-transition.ts";
import {
  getTransaction,
  loadTransaction,
  lockTransaction,
  type LoadedTransaction,
  type TransactionKeys,
} from "../transactions/load.ts";

const purpose = "identification";

/** Adding and changing a detail take the same two steps. */
type Identification = "transactions.verify-identification" | "transactions.update-identification";

/** The detail that the code verifies; sealed with the code. */
interface PendingDetail extends TransactionKeys {
  fieldName: string;
  value: string;
  mailbox: string;
}

type SendCodeInput = TransactionKeys & { fieldName: string; value: string };
type VerifyCodeInput = TransactionKeys & { fieldName: string; otpTxnId: string; otp: string; value?: string };

/**
 * Two steps with one path: a value sends a code to its mailbox, the code verifies it. Throws 104, 106, 107, 108, 109.
 */
export function verifyIdentification(
  services: Services,
  candidate: Candidate,
  by: Identification,
  input: SendCodeInput | VerifyCodeInput,
) {
  return "otpTxnId" in input ? verifyCode(services, candidate, by, input) : sendCode(services, candidate, by, input);
}

/** Sends a code to the mailbox of the value in the organisation's directory. Throws 104, 106, 108, 109. */
async function sendCode(
  services: Services,
  candidate: Candidate,
  by: Identification,
  input: SendCodeInput,
): Promise<{ otpTxnId: string; maskedEmail: string }> {
  const loaded = await getTransaction(services.db, candidate.id, input);
  assertRequested(loaded, input.fieldName);
  assertAllowed(loaded, services, { by });
  const value = input.value.trim();
  const registered =
    value === ""
      ? undefined
      : await withDeadline(services.ports.directory.findMailbox(input.orgId, input.fieldName, value));
  if (!registered) throw invalidField("/value", "directory", "reference-number-unknown");
  assertSameAfterSubmission(loaded, { fieldName: input.fieldName, value });
  const corrected = loaded.mailboxCorrections.find(({ fieldName }) => fieldName === input.fieldName);
  const mailbox = corrected?.mailbox ?? registered;
  const organisation = services.config.organisation(input.orgId)?.organisation;
  const { txnId } = await services.otp.send<PendingDetail>({
    purpose,
    // Per candidate and number, so that a stranger cannot lock the owner out.
    subject: `${candidate.id} ${input.orgId} ${value.toUpperCase()}`,
    candidateId: candidate.id,
    channel: "email",
    to: mailbox,
    preparePayload: async () => ({
      orgId: input.orgId,
      txnId: input.txnId,
      fieldName: input.fieldName,
      value,
      mailbox,
    }),
    writeMessage: (code) =>
      toMailMessage(
        services.findMessageTexts(candidate.locale, input.orgId),
        code,
        organisation?.displayName ?? organisation?.name ?? input.orgId,
      ),
  });
  return { otpTxnId: txnId, maskedEmail: maskEmail(mailbox) };
}

/** Stores a verified value; the former value stays until then. Throws 104, 106, 107, 108, 109. */
async function verifyCode(
  services: Services,
  candidate: Candidate,
  by: Identification,
  input: VerifyCodeInput,
): Promise<{ userInputList: TxnInfo["userInputList"] }> {
  const before = await getTransaction(services.db, candidate.id, input);
  assertRequested(before, input.fieldName);
  assertAllowed(before, services, { by });
  return services.otp.verify<PendingDetail, { userInputList: TxnInfo["userInputList"] }>(
    { txnId: input.otpTxnId, otp: input.otp, purpose, candidateId: candidate.id },
    async (tx, pending) => {
      if (pending.txnId !== input.txnId || pending.orgId !== input.orgId || pending.fieldName !== input.fieldName)
        throw invalidField("/otpTxnId", "otpTxnId", "otp-of-another-form");
      if (input.value !== undefined && input.value.trim() !== pending.value)
        throw invalidField("/value", "value", "otp-of-another-reference-number");
      await setTransitionCause(tx, by);
      const loaded = await lockTransaction(tx, candidate.id, input);
      assertAllowed(loaded, services, { by });
      await storeInput(tx, loaded, pending);
      return { userInputList: toUserInputList(await loadTransaction(tx, loaded.row.id)) };
    },
  );
}

/** After the submission only the mailbox may be confirmed: the detail stays. Throws 106. */
function assertSameAfterSubmission(
  { row, userInputs: stored }: LoadedTransaction,
  { fieldName, value }: { fieldName: string; value: string },
): void {
  const known = stored.find((input) => input.fieldName === fieldName)?.value;
  if (row.submittedAt !== null && known?.toUpperCase() !== value.toUpperCase())
    throw invalidField("/value", "value", "otp-of-another-reference-number");
}

async function storeInput(
  tx: Queryable,
  { row, now, mailboxCorrections: corrections }: LoadedTransaction,
  { fieldName, value, mailbox }: PendingDetail,
): Promise<void> {
  if (corrections.some((one) => one.fieldName === fieldName && one.mailbox === mailbox))
    await tx
      .update(mailboxCorrections)
      .set({ confirmedAt: now })
      .where(and(eq(mailboxCorrections.transactionId, row.id), eq(mailboxCorrections.fieldName, fieldName)));
  // What was submitted with the form stays as it was: the ledger has its hash.
  if (row.submittedAt !== null) return recordActivity(tx, row.id, now);
  await tx
    .insert(userInputs)
    .values({ transactionId: row.id, fieldName, value, mailbox, verifiedAt: now })
    .onConflictDoUpdate({
      target: [userInputs.transactionId, userInputs.fieldName],
      set: { value, mailbox, verifiedAt: now },
    });
  await recordActivity(tx, row.id, now);
}

/** Accepts only details that the form requests. */
function assertRequested({ row, definitions }: LoadedTransaction, fieldName: string): void {
  const requested = definitions.request(row.formId).basicDetails?.some((detail) => detail.fieldName === fieldName);
  if (!requested) throw invalidField("/fieldName", "fieldName", "field-not-requested");
}
