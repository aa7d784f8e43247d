import { and, asc, eq, sql } from "drizzle-orm";
import type { State } from "#engine/api/states.ts";
import { deriveItemState } from "#engine/transaction/state-machine.ts";
import { notFound } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import {
  answers,
  nameChangeRequests,
  submissions,
  transactionItems,
  transactions,
  userInputs,
} from "#server/platform/store/tables/transactions.ts";
import { readDocuments, type TransactionDocuments } from "./documents.ts";
import { readMoves, type Move } from "./history.ts";
import { listPaymentDetails, type PaymentDetail } from "./payment-details.ts";

export type TransactionRow = typeof transactions.$inferSelect;
export type SubmissionRow = typeof submissions.$inferSelect;

/** One verification of a transaction with what was given for it. `state` is the entry's on the wire. */
export interface ItemRow {
  name: string;
  identity: boolean;
  state: State;
  markedAsSkip: boolean;
  lastNumber: number;
  submissions: SubmissionRow[];
}

/** A transaction, all that belongs to it, and the documents it began with. */
export interface LoadedTransaction {
  row: TransactionRow;
  items: ItemRow[];
  userInputs: { fieldName: string; value: string; mailbox: string }[];
  answered: string[];
  nameChangeRequested: boolean;
  payments: PaymentDetail[];
  documents: TransactionDocuments;
  /** Every state that it, its verifications and its submissions entered. */
  moves: Move[];
  /** app_now() of this reading. */
  now: Date;
}

/** How the wire names a transaction. */
export interface TransactionKeys {
  orgId: string;
  txnId: string;
}

/** app_now() on this connection: inside a transaction the clock of the pool must not be asked. */
export async function readNow(db: Queryable): Promise<Date> {
  const { rows } = await db.execute<{ now: Date }>(sql`select app_now() as now`);
  return new Date(rows[0]!.now);
}

/** The candidate's transaction of that organisation. Throws 404 (code 104). */
export async function getTransaction(
  db: Queryable,
  candidateId: string,
  keys: TransactionKeys,
): Promise<LoadedTransaction> {
  return load(db, await getRow(db, candidateId, keys));
}

/** As `getTransaction`, with the row locked until the caller's transaction ends: what is decided on it stays true. */
export async function lockTransaction(
  tx: Queryable,
  candidateId: string,
  keys: TransactionKeys,
): Promise<LoadedTransaction> {
  const found = await tx.select().from(transactions).where(owned(candidateId, keys)).for("update");
  if (!found[0]) throw notFound("transaction");
  return load(tx, found[0]);
}

/** A transaction whoever it belongs to, locked: for jobs, verifiers and payments. Undefined when it is not there. */
export async function lockTransactionById(tx: Queryable, txnId: string): Promise<LoadedTransaction | undefined> {
  const found = await tx.select().from(transactions).where(eq(transactions.id, txnId)).for("update");
  return found[0] && load(tx, found[0]);
}

/** True when somebody, whoever it is, has this transaction: opening somebody else's link is told as not allowed, every other call as not found. */
export async function isTransaction(db: Queryable, { orgId, txnId }: TransactionKeys): Promise<boolean> {
  const found = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.id, txnId), eq(transactions.orgId, orgId)));
  return found.length > 0;
}

/** Everything that belongs to a row, read anew. */
export async function load(db: Queryable, row: TransactionRow): Promise<LoadedTransaction> {
  const items = await db
    .select()
    .from(transactionItems)
    .where(eq(transactionItems.transactionId, row.id))
    .orderBy(asc(transactionItems.position));
  const given = await db
    .select()
    .from(submissions)
    .where(eq(submissions.transactionId, row.id))
    .orderBy(asc(submissions.verificationName), asc(submissions.number));
  const inputs = await db
    .select({ fieldName: userInputs.fieldName, value: userInputs.value, mailbox: userInputs.mailbox })
    .from(userInputs)
    .where(eq(userInputs.transactionId, row.id));
  const answered = await db
    .select({ questionId: answers.questionId })
    .from(answers)
    .where(eq(answers.transactionId, row.id));
  const changes = await db
    .select({ id: nameChangeRequests.transactionId })
    .from(nameChangeRequests)
    .where(eq(nameChangeRequests.transactionId, row.id));
  return {
    row,
    items: items.map((item) => {
      const own = given.filter((submission) => submission.verificationName === item.name);
      const state = own.length > 0 ? deriveItemState(own.map((submission) => submission.state)) : item.state;
      return {
        name: item.name,
        identity: item.identity,
        state,
        markedAsSkip: item.markedAsSkip,
        lastNumber: item.lastNumber,
        submissions: own,
      };
    }),
    userInputs: inputs,
    answered: answered.map((answer) => answer.questionId),
    nameChangeRequested: changes.length > 0,
    payments: await listPaymentDetails(db, row.id),
    documents: await readDocuments(db, row.releaseId, row.orgId),
    moves: await readMoves(db, row.id),
    now: await readNow(db),
  };
}

async function getRow(db: Queryable, candidateId: string, keys: TransactionKeys): Promise<TransactionRow> {
  const found = await db.select().from(transactions).where(owned(candidateId, keys));
  if (!found[0]) throw notFound("transaction");
  return found[0];
}

function owned(candidateId: string, { orgId, txnId }: TransactionKeys) {
  return and(eq(transactions.id, txnId), eq(transactions.orgId, orgId), eq(transactions.candidateId, candidateId));
}
