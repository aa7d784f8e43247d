import { and, eq } from "drizzle-orm";
import type { SavedSubmission } from "#engine/core/scope/shapes/verifications.ts";
import type { VerificationDefinition } from "#engine/core/definitions/verification.ts";
import { invalidField, WalletError, type FieldError } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { drafts, submissions, transactionItems } from "#server/platform/store/tables/transactions.ts";
import { assertAllowed } from "../transactions/guard.ts";
import { stateConflict, recordActivity } from "../transactions/apply-transition.ts";
import type { ItemRow, LoadedTransaction, SubmissionRow } from "../transactions/load.ts";
import { spendCaptcha } from "#server/accounts/captcha/spend.ts";
import { validateSubmission, type SubmissionContext } from "./validate-submission.ts";
import { findForm, type CompiledForm } from "./form-validation.ts";
import { restoreSensitive } from "./sensitive.ts";
import { addSignatureImages } from "./signatures.ts";

/** One element of `list` in POST /bgv. */
export interface SubmissionInput {
  verificationName: string;
  subType?: string;
  data: Record<string, unknown>;
  captchaId?: string;
}

interface Target {
  item: ItemRow;
  verification: VerificationDefinition;
  form: CompiledForm;
}

/** Saves a list of submissions, all or none (POST /bgv). Throws 106 with pointers into `list`, 109, 116. */
export async function saveSubmissions(
  tx: Queryable,
  context: SubmissionContext,
  loaded: LoadedTransaction,
  list: readonly SubmissionInput[],
): Promise<SavedSubmission[]> {
  const targets = list.map((input, i) => getTarget(loaded, input.verificationName, `/list/${i}/verificationName`));
  assertSavable(context, loaded, list, targets);
  const accepted: { target: Target; input: SubmissionInput; submitted: Record<string, unknown> }[] = [];
  const errors: FieldError[] = [];
  for (const [i, input] of list.entries()) {
    const target = targets[i]!;
    const stored = target.item.submissions.find((submission) => submission.subType === input.subType);
    const data = stored ? restoreSensitive(target.form.model, input.data, stored.data) : input.data;
    const validated = await validateSubmission(tx, context, loaded, {
      ...target,
      data,
      base: `/list/${i}/data`,
      ...(stored && { before: stored.data }),
    });
    errors.push(...validated.errors);
    accepted.push({ target, input, submitted: validated.submitted });
  }
  if (errors.length > 0) throw new WalletError("invalid", { fields: errors });
  const saved: SavedSubmission[] = [];
  for (const [i, { target, input, submitted }] of accepted.entries())
    saved.push(await saveOne(tx, context, loaded, target, input, { data: submitted, base: `/list/${i}/data` }));
  await recordActivity(tx, loaded.row.id, loaded.now);
  return saved;
}

/** A verification of the transaction that has a form. Throws 106 at the pointer. */
export function getTarget(loaded: LoadedTransaction, name: string, pointer: string): Target {
  const item = loaded.items.find((entry) => entry.name === name);
  const verification = loaded.definitions.verification(name);
  const form = findForm(loaded.definitions, verification);
  if (!item || !verification || !form || item.identity)
    throw invalidField(pointer, "verification", "verification-not-requested");
  return { item, verification, form };
}

/** Checks the guard for each element, counting the elements before it. Throws 106 for an unknown submission, 109. */
function assertSavable(
  { services }: SubmissionContext,
  loaded: LoadedTransaction,
  list: readonly SubmissionInput[],
  targets: readonly Target[],
): void {
  const added = new Map<string, number>();
  for (const [i, { item }] of targets.entries()) {
    const { subType } = list[i]!;
    const submission = item.submissions.find((entry) => entry.subType === subType);
    if (subType !== undefined && !submission) throw invalidField(`/list/${i}/subType`, "subType", "no-such-submission");
    const before = added.get(item.name) ?? 0;
    assertAllowed(loaded, services, { by: "verifications.save", item, submission, alreadyAdded: before });
    if (!submission) added.set(item.name, before + 1);
  }
}

async function saveOne(
  tx: Queryable,
  context: SubmissionContext,
  loaded: LoadedTransaction,
  { item, verification, form }: Target,
  input: SubmissionInput,
  submitted: { data: Record<string, unknown>; base: string },
): Promise<SavedSubmission> {
  const { row, now } = loaded;
  const answered = await withoutCaptcha(tx, context, loaded, verification, {
    captchaId: input.captchaId,
    ...submitted,
  });
  const stored = item.submissions.find((submission) => submission.subType === input.subType);
  const data = await addSignatureImages(tx, context, form.model, answered, stored?.data);
  const subType = input.subType ?? `${item.name}-${(item.lastNumber += 1)}`;
  if (input.subType === undefined) {
    await tx.insert(submissions).values({
      transactionId: row.id,
      subType,
      verificationName: item.name,
      number: item.lastNumber,
      state: "DATA_SAVED",
      data,
      createdAt: now,
      updatedAt: now,
    });
  } else {
    await replaceSubmissionData(tx, loaded, { subType, state: "DATA_SAVED" }, data);
  }
  await tx
    .update(transactionItems)
    .set({ markedAsSkip: false, lastNumber: item.lastNumber })
    .where(and(eq(transactionItems.transactionId, row.id), eq(transactionItems.name, item.name)));
  await removeDrafts(tx, row.id, item.name, input.subType ?? "");
  return { verificationName: item.name, subType, state: "DATA_SAVED" };
}

/** Spends the captcha of a verification that requires one; → the data without its answer. Throws CaptchaRejected. */
export async function withoutCaptcha(
  tx: Queryable,
  { services: { secrets }, candidate }: SubmissionContext,
  { row }: LoadedTransaction,
  verification: VerificationDefinition,
  answered: { captchaId: string | undefined; data: Record<string, unknown>; base: string },
): Promise<Record<string, unknown>> {
  if (!verification.captcha) return answered.data;
  const purpose = { candidateId: candidate.id, transactionId: row.id, verificationName: verification.id };
  return spendCaptcha(tx, secrets, purpose, { ...answered, at: verification.captcha.at });
}

/**
 * Replaces the data of a submission. The update is conditional: the state is still the one that the guard allowed.
 * Throws 109.
 */
export async function replaceSubmissionData(
  tx: Queryable,
  { row, now }: LoadedTransaction,
  { subType, state }: Pick<SubmissionRow, "subType" | "state">,
  data: Record<string, unknown>,
): Promise<void> {
  const changed = await tx
    .update(submissions)
    .set({ data, updatedAt: now })
    .where(and(eq(submissions.transactionId, row.id), eq(submissions.subType, subType), eq(submissions.state, state)))
    .returning({ subType: submissions.subType });
  if (changed.length === 0) throw stateConflict(row.state, "submitted");
}

/** Deletes the draft of a submission. */
export async function removeDrafts(
  tx: Queryable,
  txnId: string,
  verificationName: string,
  subType: string,
): Promise<void> {
  await tx
    .delete(drafts)
    .where(
      and(eq(drafts.transactionId, txnId), eq(drafts.verificationName, verificationName), eq(drafts.subType, subType)),
    );
}
