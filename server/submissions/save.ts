import { and, eq } from "drizzle-orm";
import type { Saved } from "#engine/api/verifications.ts";
import type { VerificationDocument } from "#engine/documents/request.ts";
import { invalidField, WalletError, type FieldError } from "../errors.ts";
import type { Queryable } from "../store/database.ts";
import { drafts, submissions, transactionItems } from "../store/tables/transactions.ts";
import { stateConflict, touch } from "../transactions/moves.ts";
import type { ItemRow, LoadedTransaction } from "../transactions/rows.ts";
import { spendCaptcha } from "../captcha/spend.ts";
import { judge, type Giver } from "./context.ts";
import { findForm, type CheckedForm } from "./form-check.ts";
import { restoreSensitive } from "./sensitive.ts";

/** One element of `list` in POST /bgv. */
export interface Given {
  verificationName: string;
  subType?: string;
  data: Record<string, unknown>;
  captchaId?: string;
}

interface Target {
  item: ItemRow;
  verification: VerificationDocument;
  form: CheckedForm;
}

const submissionsMax = 100;

/** 109 unless the transaction has begun and is not submitted. */
export function assertOpen({ row }: LoadedTransaction): void {
  if (row.state === "PENDING" || row.state === "READY_TO_SUBMIT") return;
  const begun = row.state !== "NOT_INITIALIZED";
  throw stateConflict(row.state, begun ? "submitted" : "not-begun", { message: begun ? "This form has been submitted. Changes go through support." : "Start the verification first" });
}

/** Stores a list of submissions, all or none (POST /bgv). Throws 106 with pointers into `list`, 109, 116. */
export async function saveList(tx: Queryable, giver: Giver, loaded: LoadedTransaction, list: readonly Given[]): Promise<Saved[]> {
  assertOpen(loaded);
  const targets = list.map((given, i) => getTarget(loaded, given.verificationName, `/list/${i}/verificationName`));
  assertRoom(loaded, list, targets);
  const accepted: { target: Target; given: Given; submitted: Record<string, unknown> }[] = [];
  const errors: FieldError[] = [];
  for (const [i, given] of list.entries()) {
    const target = targets[i]!;
    const stored = target.item.submissions.find((submission) => submission.subType === given.subType);
    const data = stored ? restoreSensitive(target.form.model, given.data, stored.data) : given.data;
    const judged = await judge(tx, giver, loaded, { ...target, data, base: `/list/${i}/data` });
    errors.push(...judged.errors);
    accepted.push({ target, given, submitted: judged.submitted });
  }
  if (errors.length > 0) throw new WalletError("invalid", { fields: errors });
  const saved: Saved[] = [];
  for (const [i, { target, given, submitted }] of accepted.entries()) saved.push(await store(tx, giver, loaded, target, given, { data: submitted, base: `/list/${i}/data` }));
  await touch(tx, loaded.row.id, loaded.now);
  return saved;
}

/** The verification of a transaction that takes data by a form. Throws 106 at the pointer. */
export function getTarget(loaded: LoadedTransaction, name: string, pointer: string): Target {
  const item = loaded.items.find((entry) => entry.name === name);
  const verification = loaded.documents.verification(name);
  const form = findForm(loaded.documents, verification);
  if (!item || !verification || !form || item.identity) throw invalidField(pointer, "This verification is not part of the form", "verification");
  return { item, verification, form };
}

/** 109 where one submission is the most and there is one already, also inside this very list. */
function assertRoom(loaded: LoadedTransaction, list: readonly Given[], targets: readonly Target[]): void {
  for (const [i, { item, verification }] of targets.entries()) {
    const { subType } = list[i]!;
    if (subType !== undefined && !item.submissions.some((submission) => submission.subType === subType)) {
      throw invalidField(`/list/${i}/subType`, "There is no such submission", "subType");
    }
    const fresh = list.filter((given) => given.verificationName === item.name && given.subType === undefined).length;
    const most = verification.acceptMultipleSubmissions ? submissionsMax : 1;
    if (fresh > 0 && item.submissions.length + fresh > most) {
      throw stateConflict(loaded.row.state, "single-submission", { message: "This verification takes one submission. Edit the one you have." });
    }
  }
}

async function store(tx: Queryable, giver: Giver, loaded: LoadedTransaction, { item, verification }: Target, given: Given, submitted: { data: Record<string, unknown>; base: string }): Promise<Saved> {
  const { row, now } = loaded;
  const data = await spendCaptcha(tx, { secrets: giver.services.secrets, candidateId: giver.candidate.id }, loaded, verification, { captchaId: given.captchaId, ...submitted });
  const subType = given.subType ?? `${item.name}-${(item.lastNumber += 1)}`;
  if (given.subType === undefined) {
    await tx.insert(submissions).values({ transactionId: row.id, subType, verificationName: item.name, number: item.lastNumber, state: "DATA_SAVED", data, createdAt: now, updatedAt: now });
  } else {
    await replaceData(tx, row.id, subType, data, now);
  }
  await tx.update(transactionItems).set({ markedAsSkip: false, lastNumber: item.lastNumber }).where(and(eq(transactionItems.transactionId, row.id), eq(transactionItems.name, item.name)));
  await removeDrafts(tx, row.id, item.name, given.subType ?? "");
  return { verificationName: item.name, subType, state: "DATA_SAVED" };
}

/** Puts other data into a saved submission; a conditional update, so that nothing submitted ever changes. Throws 109. */
export async function replaceData(tx: Queryable, txnId: string, subType: string, data: Record<string, unknown>, now: Date): Promise<void> {
  const changed = await tx
    .update(submissions)
    .set({ data, updatedAt: now })
    .where(and(eq(submissions.transactionId, txnId), eq(submissions.subType, subType), eq(submissions.state, "DATA_SAVED")))
    .returning({ subType: submissions.subType });
  if (changed.length === 0) throw stateConflict("IN_PROGRESS", "submitted");
}

/** What was being typed for a submission is no draft any more. */
export async function removeDrafts(tx: Queryable, txnId: string, verificationName: string, subType: string): Promise<void> {
  await tx.delete(drafts).where(and(eq(drafts.transactionId, txnId), eq(drafts.verificationName, verificationName), eq(drafts.subType, subType)));
}
