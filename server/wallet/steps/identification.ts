import type { TxnInfo } from "#engine/api/transaction-info.ts";
import type { Candidate } from "#server/accounts/sessions/candidate.ts";
import { refuseField } from "#server/errors.ts";
import { toMailMessage } from "#server/accounts/otp/messages.ts";
import type { Services } from "#server/services.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { userInputs } from "#server/platform/store/tables/transactions.ts";
import { inTime } from "#server/ports/in-time.ts";
import { toUserInputList } from "../transactions/info.ts";
import { assertAllowed } from "../transactions/guard.ts";
import { setMovedBy, touch } from "../transactions/moves.ts";
import {
  getTransaction,
  load,
  lockTransaction,
  type LoadedTransaction,
  type TransactionKeys,
} from "../transactions/rows.ts";

const purpose = "identification";

/** Giving a detail, or changing it: the same two steps. */
type Identification = "transactions.verify-identification" | "transactions.update-identification";

/** What the right code proves; sealed with it. */
interface Claim extends TransactionKeys {
  fieldName: string;
  value: string;
  mailbox: string;
}

type Sending = TransactionKeys & { fieldName: string; value: string };
type Proving = TransactionKeys & { fieldName: string; otpTxnId: string; otp: string; value?: string };

/** Two steps in one path: a value sends a code to its mailbox, the code proves it. Throws 104, 106, 107, 108, 109. */
export function identify(services: Services, candidate: Candidate, by: Identification, input: Sending | Proving) {
  return "otpTxnId" in input ? verifyCode(services, candidate, by, input) : sendCode(services, candidate, by, input);
}

/** Sends a code to the mailbox that the organisation's directory holds for the value. Throws 104, 106, 108, 109. */
async function sendCode(
  services: Services,
  candidate: Candidate,
  by: Identification,
  input: Sending,
): Promise<{ otpTxnId: string; maskedEmail: string }> {
  const loaded = await getTransaction(services.db, candidate.id, input);
  assertAsked(loaded, input.fieldName);
  assertAllowed(loaded, services, { by });
  const value = input.value.trim();
  const mailbox =
    value === "" ? undefined : await inTime(services.ports.directory.findMailbox(input.orgId, input.fieldName, value));
  if (!mailbox) throw refuseField("/value", "directory", "reference-number-unknown");
  const organisation = services.config.organisation(input.orgId)?.organisation;
  const { txnId } = await services.otp.send<Claim>({
    purpose,
    // Per candidate and number, so that a stranger cannot lock its owner out.
    subject: `${candidate.id} ${input.orgId} ${value.toUpperCase()}`,
    candidateId: candidate.id,
    channel: "email",
    to: mailbox,
    prepare: async () => ({ orgId: input.orgId, txnId: input.txnId, fieldName: input.fieldName, value, mailbox }),
    write: (code) =>
      toMailMessage(
        services.findWords(candidate.locale, input.orgId),
        code,
        organisation?.displayName ?? organisation?.name ?? input.orgId,
      ),
  });
  return { otpTxnId: txnId, maskedEmail: maskEmail(mailbox) };
}

/** Stores a proved value; the one before holds until here. Throws 104, 106, 107, 108, 109. */
async function verifyCode(
  services: Services,
  candidate: Candidate,
  by: Identification,
  input: Proving,
): Promise<{ userInputList: TxnInfo["userInputList"] }> {
  const before = await getTransaction(services.db, candidate.id, input);
  assertAsked(before, input.fieldName);
  assertAllowed(before, services, { by });
  return services.otp.verify<Claim, { userInputList: TxnInfo["userInputList"] }>(
    { txnId: input.otpTxnId, otp: input.otp, purpose, candidateId: candidate.id },
    async (tx, claim) => {
      if (claim.txnId !== input.txnId || claim.orgId !== input.orgId || claim.fieldName !== input.fieldName)
        throw refuseField("/otpTxnId", "otpTxnId", "code-of-another-form");
      if (input.value !== undefined && input.value.trim() !== claim.value)
        throw refuseField("/value", "value", "code-of-another-number");
      await setMovedBy(tx, by);
      const loaded = await lockTransaction(tx, candidate.id, input);
      assertAllowed(loaded, services, { by });
      await storeInput(tx, loaded, claim);
      return { userInputList: toUserInputList(await load(tx, loaded.row.id)) };
    },
  );
}

async function storeInput(
  tx: Queryable,
  { row, now }: LoadedTransaction,
  { fieldName, value, mailbox }: Claim,
): Promise<void> {
  await tx
    .insert(userInputs)
    .values({ transactionId: row.id, fieldName, value, mailbox, verifiedAt: now })
    .onConflictDoUpdate({
      target: [userInputs.transactionId, userInputs.fieldName],
      set: { value, mailbox, verifiedAt: now },
    });
  await touch(tx, row.id, now);
}

/** Only what the form asks for. */
function assertAsked({ row, documents }: LoadedTransaction, fieldName: string): void {
  const asked = documents.request(row.formId).basicDetails?.some((detail) => detail.fieldName === fieldName);
  if (!asked) throw refuseField("/fieldName", "fieldName", "field-not-asked");
}

/** 'gce-100007@mailbox.example' → 'gc•••@mailbox.example'. */
function maskEmail(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, Math.min(2, at))}•••${address.slice(at)}`;
}
