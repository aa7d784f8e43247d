import type { TxnInfo } from "#engine/api/transaction-info.ts";
import { isOpen } from "#engine/transaction/state-machine.ts";
import type { Candidate } from "../http/authenticate.ts";
import { invalidField } from "../errors.ts";
import { toMailMessage } from "../otp/messages.ts";
import type { Services } from "../services.ts";
import type { Queryable } from "../store/database.ts";
import { userInputs } from "../store/tables/transactions.ts";
import { toUserInputList } from "../transactions/info.ts";
import { setMovedBy, stateConflict, touch } from "../transactions/moves.ts";
import { getTransaction, load, lockTransaction, type LoadedTransaction, type TransactionKeys } from "../transactions/rows.ts";

const purpose = "identification";

/** What the right code proves; sealed with it. */
interface Claim extends TransactionKeys {
  fieldName: string;
  value: string;
  mailbox: string;
}

/** Sends a code to the mailbox that the organisation's directory holds for the value (D-29). Throws 104, 106, 108, 109. */
export async function sendCode(services: Services, candidate: Candidate, input: TransactionKeys & { fieldName: string; value: string }): Promise<{ otpTxnId: string; maskedEmail: string }> {
  const loaded = await getTransaction(services.db, candidate.id, input);
  assertAsked(loaded, input.fieldName);
  const value = input.value.trim();
  const mailbox = value === "" ? undefined : await services.ports.directory.findMailbox(input.orgId, input.fieldName, value);
  if (!mailbox) throw invalidField("/value", "Reference number not found", "directory");
  const organisation = services.config.organisation(input.orgId)?.organisation;
  const { txnId } = await services.otp.send<Claim>({
    purpose,
    // Per candidate and number, so that a stranger cannot lock its owner out (D-14).
    subject: `${candidate.id} ${input.orgId} ${value.toUpperCase()}`,
    candidateId: candidate.id,
    channel: "email",
    to: mailbox,
    payload: { orgId: input.orgId, txnId: input.txnId, fieldName: input.fieldName, value, mailbox },
    write: (code) => toMailMessage(code, organisation?.displayName ?? organisation?.name ?? input.orgId),
  });
  return { otpTxnId: txnId, maskedEmail: maskEmail(mailbox) };
}

/** Stores a proved value; the one before holds until here. Throws 104, 106, 107, 108, 109. */
export async function verifyCode(
  services: Services,
  candidate: Candidate,
  input: TransactionKeys & { fieldName: string; otpTxnId: string; otp: string; value?: string },
): Promise<{ userInputList: TxnInfo["userInputList"] }> {
  const before = await getTransaction(services.db, candidate.id, input);
  assertAsked(before, input.fieldName);
  return services.otp.verify<Claim, { userInputList: TxnInfo["userInputList"] }>(
    { txnId: input.otpTxnId, otp: input.otp, purpose, candidateId: candidate.id },
    async (tx, claim) => {
      if (claim.txnId !== input.txnId || claim.orgId !== input.orgId || claim.fieldName !== input.fieldName) throw invalidField("/otpTxnId", "This code belongs to another form", "otpTxnId");
      if (input.value !== undefined && input.value.trim() !== claim.value) throw invalidField("/value", "This code belongs to another reference number", "value");
      await setMovedBy(tx, "transactions.verify-identification");
      const loaded = await lockTransaction(tx, candidate.id, input);
      assertAsked(loaded, input.fieldName);
      await storeInput(tx, loaded, claim);
      return { userInputList: toUserInputList(await load(tx, loaded.row)) };
    },
  );
}

async function storeInput(tx: Queryable, { row, now }: LoadedTransaction, { fieldName, value, mailbox }: Claim): Promise<void> {
  await tx
    .insert(userInputs)
    .values({ transactionId: row.id, fieldName, value, mailbox, verifiedAt: now })
    .onConflictDoUpdate({ target: [userInputs.transactionId, userInputs.fieldName], set: { value, mailbox, verifiedAt: now } });
  await touch(tx, row.id, now);
}

/** Before submission only, and only what the form asks for. */
function assertAsked({ row, documents }: LoadedTransaction, fieldName: string): void {
  if (!isOpen(row.state)) throw stateConflict(row.state, "submitted", { message: "This form has been submitted. Changes go through support." });
  const asked = documents.request(row.formId).basicDetails?.some((detail) => detail.fieldName === fieldName);
  if (!asked) throw invalidField("/fieldName", "This form does not ask for it", "fieldName");
}

/** 'gce-100007@mailbox.example' → 'gc•••@mailbox.example'. */
function maskEmail(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, Math.min(2, at))}•••${address.slice(at)}`;
}
