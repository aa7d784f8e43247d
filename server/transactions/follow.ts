import { and, eq } from "drizzle-orm";
import { takesDraft } from "#engine/form/validate.ts";
import { isOpen } from "#engine/transaction/state-machine.ts";
import type { OrganisationRelease, Release } from "../config/compile-release.ts";
import type { Queryable } from "../store/database.ts";
import { findForm } from "../submissions/form-check.ts";
import { drafts, transactions } from "../store/tables/transactions.ts";
import { currentDocuments, pinDocuments, type TransactionDocuments } from "./documents.ts";
import type { LoadedTransaction } from "./rows.ts";

/**
 * Moves an open transaction to the newest release when nothing of it would be lost: the request asks for the same
 * verifications, and every submission and draft is taken by the newer forms. True when it moved.
 */
export async function followRelease(tx: Queryable, loaded: LoadedTransaction, release: Release, organisation: OrganisationRelease): Promise<boolean> {
  const { row } = loaded;
  if (row.releaseId === release.id || !isOpen(row.state)) return false;
  const next = currentDocuments(release, organisation);
  if (!asksTheSame(loaded.documents, next, row.formId) || !(await takesAll(tx, loaded, next))) return false;
  await pinDocuments(tx, release, organisation, loaded.now);
  const moved = await tx.update(transactions).set({ releaseId: release.id }).where(and(eq(transactions.id, row.id), eq(transactions.releaseId, row.releaseId))).returning({ id: transactions.id });
  return moved.length > 0;
}

function asksTheSame(before: TransactionDocuments, after: TransactionDocuments, formId: string): boolean {
  const names = (documents: TransactionDocuments) => documents.request(formId).verifications.map(({ verification }) => verification).sort().join(" ");
  return after.hasRequest(formId) && names(before) === names(after);
}

async function takesAll(tx: Queryable, { row, items }: LoadedTransaction, next: TransactionDocuments): Promise<boolean> {
  const typed = await tx.select({ name: drafts.verificationName, data: drafts.data }).from(drafts).where(eq(drafts.transactionId, row.id));
  const given = items.flatMap(({ name, submissions }) => submissions.map(({ data }) => ({ name, data })));
  return [...typed, ...given].every(({ name, data }) => {
    const form = findForm(next, next.verification(name));
    return form === undefined || takesDraft(form.model, form, data);
  });
}
