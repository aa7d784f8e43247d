import { and, eq } from "drizzle-orm";
import type { Saved } from "#engine/api/verifications.ts";
import type { VerificationDocument } from "#engine/documents/verification.ts";
import { refuseField, WalletError, type FieldError } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { drafts, submissions, transactionItems } from "#server/platform/store/tables/transactions.ts";
import { assertAllowed } from "../transactions/guard.ts";
import { stateConflict, touch } from "../transactions/moves.ts";
import type { ItemRow, LoadedTransaction } from "../transactions/rows.ts";
import { spendCaptcha } from "#server/accounts/captcha/spend.ts";
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

/** Stores a list of submissions, all or none (POST /bgv). Throws 106 with pointers into `list`, 109, 116. */
export async function saveList(
  tx: Queryable,
  giver: Giver,
  loaded: LoadedTransaction,
  list: readonly Given[],
): Promise<Saved[]> {
  const targets = list.map((given, i) => getTarget(loaded, given.verificationName, `/list/${i}/verificationName`));
  assertSavable(giver, loaded, list, targets);
  const accepted: { target: Target; given: Given; submitted: Record<string, unknown> }[] = [];
  const errors: FieldError[] = [];
  for (const [i, given] of list.entries()) {
    const target = targets[i]!;
    const stored = target.item.submissions.find((submission) => submission.subType === given.subType);
    const data = stored ? restoreSensitive(target.form.model, given.data, stored.data) : given.data;
    const judged = await judge(tx, giver, loaded, {
      ...target,
      data,
      base: `/list/${i}/data`,
      ...(stored && { before: stored.data }),
    });
    errors.push(...judged.errors);
    accepted.push({ target, given, submitted: judged.submitted });
  }
  if (errors.length > 0) throw new WalletError("invalid", { fields: errors });
  const saved: Saved[] = [];
  for (const [i, { target, given, submitted }] of accepted.entries())
    saved.push(await store(tx, giver, loaded, target, given, { data: submitted, base: `/list/${i}/data` }));
  await touch(tx, loaded.row.id, loaded.now);
  return saved;
}

/** The verification of a transaction that takes data by a form. Throws 106 at the pointer. */
export function getTarget(loaded: LoadedTransaction, name: string, pointer: string): Target {
  const item = loaded.items.find((entry) => entry.name === name);
  const verification = loaded.documents.verification(name);
  const form = findForm(loaded.documents, verification);
  if (!item || !verification || !form || item.identity)
    throw refuseField(pointer, "verification", "verification-not-asked");
  return { item, verification, form };
}

/** Each of the list must be allowed, also beside those before it. Throws 106 for a submission that is not there, 109. */
function assertSavable(
  { services }: Giver,
  loaded: LoadedTransaction,
  list: readonly Given[],
  targets: readonly Target[],
): void {
  const added = new Map<string, number>();
  for (const [i, { item }] of targets.entries()) {
    const { subType } = list[i]!;
    const submission = item.submissions.find((entry) => entry.subType === subType);
    if (subType !== undefined && !submission) throw refuseField(`/list/${i}/subType`, "subType", "no-such-submission");
    const before = added.get(item.name) ?? 0;
    assertAllowed(loaded, services, { by: "verifications.save", item, submission, added: before });
    if (!submission) added.set(item.name, before + 1);
  }
}

async function store(
  tx: Queryable,
  giver: Giver,
  loaded: LoadedTransaction,
  { item, verification }: Target,
  given: Given,
  submitted: { data: Record<string, unknown>; base: string },
): Promise<Saved> {
  const { row, now } = loaded;
  const data = await spendCaptcha(
    tx,
    { secrets: giver.services.secrets, candidateId: giver.candidate.id, transactionId: row.id },
    verification,
    { captchaId: given.captchaId, ...submitted },
  );
  const subType = given.subType ?? `${item.name}-${(item.lastNumber += 1)}`;
  if (given.subType === undefined) {
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
    await replaceData(tx, loaded, subType, data);
  }
  await tx
    .update(transactionItems)
    .set({ markedAsSkip: false, lastNumber: item.lastNumber })
    .where(and(eq(transactionItems.transactionId, row.id), eq(transactionItems.name, item.name)));
  await removeDrafts(tx, row.id, item.name, given.subType ?? "");
  return { verificationName: item.name, subType, state: "DATA_SAVED" };
}

/** Puts other data into a saved submission; a conditional update, so that nothing submitted ever changes. Throws 109. */
export async function replaceData(
  tx: Queryable,
  { row, now }: LoadedTransaction,
  subType: string,
  data: Record<string, unknown>,
): Promise<void> {
  const changed = await tx
    .update(submissions)
    .set({ data, updatedAt: now })
    .where(
      and(eq(submissions.transactionId, row.id), eq(submissions.subType, subType), eq(submissions.state, "DATA_SAVED")),
    )
    .returning({ subType: submissions.subType });
  if (changed.length === 0) throw stateConflict(row.state, "submitted");
}

/** What was being typed for a submission is no draft any more. */
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
