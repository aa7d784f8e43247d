import { and, asc, eq, inArray, sql } from "drizzle-orm";
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
import { readPayments, type Payments } from "./payment-details.ts";

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
  payments: Payments;
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
  const items = await readItems(db, [row.id]);
  const given = await readSubmissions(db, [row.id]);
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
    items: items.map((item) => toItemRow(item, given)),
    userInputs: inputs,
    answered: answered.map((answer) => answer.questionId),
    nameChangeRequested: changes.length > 0,
    payments: (await readPayments(db, [row.id])).get(row.id) ?? { paid: [] },
    documents: await readDocuments(db, row.releaseId, row.orgId),
    moves: await readMoves(db, row.id),
    now: await readNow(db),
  };
}

/** What a list needs of several transactions: two readings, however many there are. */
export async function loadItems(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, ItemRow[]>> {
  if (ids.length === 0) return new Map();
  const items = await readItems(db, ids);
  const given = await readSubmissions(db, ids);
  const own = <T extends { transactionId: string }>(rows: readonly T[], id: string) =>
    rows.filter(({ transactionId }) => transactionId === id);
  return new Map(ids.map((id) => [id, own(items, id).map((item) => toItemRow(item, own(given, id)))]));
}

const readItems = (db: Queryable, ids: readonly string[]) =>
  db
    .select()
    .from(transactionItems)
    .where(inArray(transactionItems.transactionId, [...ids]))
    .orderBy(asc(transactionItems.position));

const readSubmissions = (db: Queryable, ids: readonly string[]) =>
  db
    .select()
    .from(submissions)
    .where(inArray(submissions.transactionId, [...ids]))
    .orderBy(asc(submissions.verificationName), asc(submissions.number));

function toItemRow(
  { name, identity, state, markedAsSkip, lastNumber }: typeof transactionItems.$inferSelect,
  given: readonly SubmissionRow[],
): ItemRow {
  const own = given.filter((submission) => submission.verificationName === name);
  const states = own.map((submission) => submission.state);
  return {
    name,
    identity,
    state: own.length > 0 ? deriveItemState(states) : state,
    markedAsSkip,
    lastNumber,
    submissions: own,
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

/** A submission and the verification that it belongs to; undefined when the transaction has no such. */
export function findSubmission(
  { items }: LoadedTransaction,
  subType: string,
): { item: ItemRow; submission: SubmissionRow } | undefined {
  for (const item of items) {
    const submission = item.submissions.find((entry) => entry.subType === subType);
    if (submission) return { item, submission };
  }
  return undefined;
}
