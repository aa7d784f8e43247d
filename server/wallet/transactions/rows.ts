import { and, asc, desc, eq, getTableColumns, inArray, sql, type SQL } from "drizzle-orm";
import type { Profile } from "#engine/api/profile.ts";
import type { State } from "#engine/api/states.ts";
import { deriveItemState } from "#engine/transaction/state-machine.ts";
import { profileParts } from "#server/accounts/profile/profile.ts";
import { notFound } from "#server/errors.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { nestList, nestOne, nestParts, nestRow, nestValue, toField } from "#server/platform/store/nested.ts";
import { prepareOnce } from "#server/platform/store/prepared.ts";
import { candidates } from "#server/platform/store/tables/candidates.ts";
import { stateLedger } from "#server/platform/store/tables/ledgers.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import {
  answers,
  nameChangeRequests,
  submissions,
  transactionItems,
  transactions,
  userInputs,
  type StoredPresented,
} from "#server/platform/store/tables/transactions.ts";
import { readDocuments, type TransactionDocuments } from "./documents.ts";
import { moveColumns, toMoves, type Move } from "./history.ts";
import { paymentColumns, tellsPayment, toPayments, type Payments } from "./payment-details.ts";

export type TransactionRow = typeof transactions.$inferSelect;
export type SubmissionRow = typeof submissions.$inferSelect;

/** One verification of a transaction with what was given for it. `state` is the entry's on the wire. */
export interface ItemRow {
  name: string;
  identity: boolean;
  state: State;
  markedAsSkip: boolean;
  lastNumber: number;
  presented: StoredPresented | null;
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
  /** Whose it is. */
  profile: Profile;
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
  const [found] = await readOwn(db, { candidateId, ...keys });
  if (!found) throw notFound("transaction");
  return toLoaded(db, found.whole);
}

/** As `getTransaction`, with the row locked until the caller's transaction ends: what is decided on it stays true. */
export async function lockTransaction(
  tx: Queryable,
  candidateId: string,
  keys: TransactionKeys,
): Promise<LoadedTransaction> {
  const whole = await lock(tx, owned(candidateId, keys));
  if (!whole) throw notFound("transaction");
  return whole;
}

/** A transaction whoever it belongs to, locked: for jobs, verifiers and payments. Undefined when it is not there. */
export const lockTransactionById = (tx: Queryable, txnId: string): Promise<LoadedTransaction | undefined> =>
  lock(tx, eq(transactions.id, txnId));

/** First the lock, then the reading: another's change that was waited for is seen. */
async function lock(tx: Queryable, where: SQL | undefined): Promise<LoadedTransaction | undefined> {
  const [row] = await tx.select({ id: transactions.id }).from(transactions).where(where).for("update");
  return row && load(tx, row.id);
}

/** A transaction and everything that belongs to it, read anew. Throws when it is not there. */
export async function load(db: Queryable, txnId: string): Promise<LoadedTransaction> {
  const [found] = await readById(db, { txnId });
  if (!found) throw notFound("transaction");
  return toLoaded(db, found.whole);
}

/** True when somebody, whoever it is, has this transaction: opening somebody else's link is told as not allowed, every other call as not found. */
export async function isTransaction(db: Queryable, { orgId, txnId }: TransactionKeys): Promise<boolean> {
  const found = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.id, txnId), eq(transactions.orgId, orgId)));
  return found.length > 0;
}

/** A transaction with all that belongs to it, in one statement. */
const whole = nestParts({
  row: nestRow(getTableColumns(transactions)),
  now: nestValue(sql`app_now()`, (now: string) => new Date(now)),
  profile: nestOne(profileParts, candidates, eq(candidates.id, transactions.candidateId)),
  items: nestList(
    nestRow(getTableColumns(transactionItems)),
    transactionItems,
    eq(transactionItems.transactionId, transactions.id),
    [asc(transactionItems.position)],
  ),
  submissions: nestList(
    nestRow(getTableColumns(submissions)),
    submissions,
    eq(submissions.transactionId, transactions.id),
    [asc(submissions.verificationName), asc(submissions.number)],
  ),
  userInputs: nestList(
    nestRow({ fieldName: userInputs.fieldName, value: userInputs.value, mailbox: userInputs.mailbox }),
    userInputs,
    eq(userInputs.transactionId, transactions.id),
  ),
  answers: nestList(nestRow({ questionId: answers.questionId }), answers, eq(answers.transactionId, transactions.id)),
  nameChanges: nestList(
    nestRow({ transactionId: nameChangeRequests.transactionId }),
    nameChangeRequests,
    eq(nameChangeRequests.transactionId, transactions.id),
  ),
  orders: nestList(nestRow(paymentColumns), orders, and(eq(orders.transactionId, transactions.id), tellsPayment), [
    desc(orders.createdAt),
  ]),
  moves: nestList(nestRow(moveColumns), stateLedger, eq(stateLedger.transactionId, transactions.id), [
    asc(stateLedger.id),
  ]),
});
type Whole = ReturnType<typeof whole.read>;

const value = sql.placeholder;
const findWhole = (db: Queryable, where: SQL | undefined) =>
  db
    .select({ whole: toField(whole) })
    .from(transactions)
    .where(where);
const readById = prepareOnce("transaction", (db) => findWhole(db, eq(transactions.id, value("txnId"))));
const readOwn = prepareOnce("own_transaction", (db) =>
  findWhole(
    db,
    and(
      eq(transactions.id, value("txnId")),
      eq(transactions.orgId, value("orgId")),
      eq(transactions.candidateId, value("candidateId")),
    ),
  ),
);

async function toLoaded(db: Queryable, whole: Whole): Promise<LoadedTransaction> {
  const { row, now, profile, items, submissions: given, userInputs: inputs } = whole;
  return {
    row,
    now,
    profile,
    items: items.map((item) => toItemRow(item, given)),
    userInputs: inputs,
    answered: whole.answers.map(({ questionId }) => questionId),
    nameChangeRequested: whole.nameChanges.length > 0,
    payments: toPayments(whole.orders, row.state),
    documents: await readDocuments(db, row.releaseId, row.orgId),
    moves: toMoves(whole.moves),
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
  { name, identity, state, markedAsSkip, lastNumber, presented }: typeof transactionItems.$inferSelect,
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
    presented,
    submissions: own,
  };
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
