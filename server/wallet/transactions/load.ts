import { and, asc, desc, eq, getTableColumns, gt, inArray, ne, sql, type SQL } from "drizzle-orm";
import { once } from "#engine/core/base/once.ts";
import type { Profile } from "#engine/core/scope/shapes/profile.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { deriveItemState } from "#engine/core/transaction/state-machine.ts";
import { profileParts } from "#server/accounts/profile/profile.ts";
import { notFound } from "#server/errors.ts";
import { prepareOnce, type Queryable } from "#server/platform/store/database.ts";
import {
  jsonList,
  jsonOne,
  jsonParts,
  jsonRow,
  jsonValue,
  readLater,
  toColumn,
} from "#server/platform/store/json-rows.ts";
import { candidates } from "#server/platform/store/tables/candidates.ts";
import { stateLedger } from "#server/platform/store/tables/ledgers.ts";
import { orders } from "#server/platform/store/tables/payments.ts";
import { changePermits } from "#server/platform/store/tables/change-permits.ts";
import { mailboxCorrections } from "#server/platform/store/tables/mailbox-corrections.ts";
import { nameChangeRequests } from "#server/platform/store/tables/name-changes.ts";
import {
  answers,
  submissions,
  transactionItems,
  transactions,
  userInputs,
  type StoredPresentation,
} from "#server/platform/store/tables/transactions.ts";
import { readPinnedDefinitions, type TransactionDefinitions } from "./pinned-definitions.ts";
import { transitionColumns, toRecordedTransitions, type RecordedTransition } from "./history.ts";
import { paymentColumns, isRelevantOrder, toPayments, type Payments } from "./payment-details.ts";

export type TransactionRow = typeof transactions.$inferSelect;
export type SubmissionRow = typeof submissions.$inferSelect;

/** One verification of a transaction with its submissions. `state` is the entry's state on the wire. */
export interface ItemRow {
  name: string;
  identity: boolean;
  state: State;
  markedAsSkip: boolean;
  lastNumber: number;
  presentation: StoredPresentation | null;
  submissions: SubmissionRow[];
}

/** A transaction with all its rows and its pinned definitions. */
export interface LoadedTransaction {
  row: TransactionRow;
  items: ItemRow[];
  userInputs: { fieldName: string; value: string; mailbox: string }[];
  answeredQuestionIds: string[];
  /** The last request for a name change. */
  nameChange: Pick<typeof nameChangeRequests.$inferSelect, "state" | "name" | "reason"> | undefined;
  /** Verifications that the candidate may change after the submission, each with the end of the permit. */
  changePermits: ReadonlyMap<string, Date>;
  /** Mailboxes that support corrected, confirmed by the candidate or not yet. */
  mailboxCorrections: { fieldName: string; mailbox: string; confirmedAt: Date | null }[];
  payments: Payments;
  definitions: TransactionDefinitions;
  /** Profile of its candidate. */
  profile: Profile;
  /** Every recorded transition of the transaction, its verifications and its submissions. */
  transitions: RecordedTransition[];
  /** app_now() of this read. */
  now: Date;
}

/** Keys of a transaction on the wire. */
export interface TransactionKeys {
  orgId: string;
  txnId: string;
}

/** app_now() on this connection. Inside a transaction, the pool's clock would wait for another connection. */
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
  return toLoaded(db, found.transactionJson);
}

/** As `getTransaction`, with the row locked until the caller's database transaction ends. */
export async function lockTransaction(
  tx: Queryable,
  candidateId: string,
  keys: TransactionKeys,
): Promise<LoadedTransaction> {
  const transactionJson = await lock(tx, isOwn(candidateId, keys));
  if (!transactionJson) throw notFound("transaction");
  return transactionJson;
}

/** A locked transaction of any candidate, for jobs, verifiers and payments. Undefined when it does not exist. */
export const lockTransactionById = (tx: Queryable, txnId: string): Promise<LoadedTransaction | undefined> =>
  lock(tx, eq(transactions.id, txnId));

/** Locks first, then reads, so that the read sees the change it waited for. */
async function lock(tx: Queryable, where: SQL | undefined): Promise<LoadedTransaction | undefined> {
  const [row] = await tx.select({ id: transactions.id }).from(transactions).where(where).for("update");
  return row && loadTransaction(tx, row.id);
}

/** A transaction with all its rows. Throws when it does not exist. */
export async function loadTransaction(db: Queryable, txnId: string): Promise<LoadedTransaction> {
  const [found] = await readById(db, { txnId });
  if (!found) throw notFound("transaction");
  return toLoaded(db, found.transactionJson);
}

/**
 * Returns whether any candidate has this transaction. Opening another candidate's link is 'not allowed', not 'not
 * found'.
 */
export async function transactionExists(db: Queryable, { orgId, txnId }: TransactionKeys): Promise<boolean> {
  const found = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.id, txnId), eq(transactions.orgId, orgId)));
  return found.length > 0;
}

/** A transaction with all its rows, in one statement. */
const transactionJson = jsonParts({
  row: jsonRow(getTableColumns(transactions)),
  now: jsonValue(sql`app_now()`, (now: string) => new Date(now)),
  profile: readLater(jsonOne(profileParts, candidates, eq(candidates.id, transactions.candidateId))),
  items: jsonList(
    jsonRow(getTableColumns(transactionItems)),
    transactionItems,
    eq(transactionItems.transactionId, transactions.id),
    [asc(transactionItems.position)],
  ),
  submissions: jsonList(
    jsonRow(getTableColumns(submissions)),
    submissions,
    eq(submissions.transactionId, transactions.id),
    [asc(submissions.verificationName), asc(submissions.number)],
  ),
  userInputs: jsonList(
    jsonRow({ fieldName: userInputs.fieldName, value: userInputs.value, mailbox: userInputs.mailbox }),
    userInputs,
    eq(userInputs.transactionId, transactions.id),
  ),
  answers: jsonList(jsonRow({ questionId: answers.questionId }), answers, eq(answers.transactionId, transactions.id)),
  nameChanges: jsonList(
    jsonRow({ state: nameChangeRequests.state, name: nameChangeRequests.name, reason: nameChangeRequests.reason }),
    nameChangeRequests,
    eq(nameChangeRequests.transactionId, transactions.id),
    [desc(nameChangeRequests.requestedAt)],
  ),
  changePermits: jsonList(
    jsonRow({ verificationName: changePermits.verificationName, until: changePermits.until }),
    changePermits,
    and(eq(changePermits.transactionId, transactions.id), gt(changePermits.until, sql`app_now()`)),
  ),
  mailboxCorrections: jsonList(
    jsonRow({
      fieldName: mailboxCorrections.fieldName,
      mailbox: mailboxCorrections.mailbox,
      confirmedAt: mailboxCorrections.confirmedAt,
    }),
    mailboxCorrections,
    eq(mailboxCorrections.transactionId, transactions.id),
  ),
  orders: readLater(
    jsonList(jsonRow(paymentColumns), orders, and(eq(orders.transactionId, transactions.id), isRelevantOrder), [
      desc(orders.createdAt),
    ]),
  ),
  transitions: readLater(
    jsonList(
      jsonRow(transitionColumns),
      stateLedger,
      // A row with equal states records an edit.
      and(eq(stateLedger.transactionId, transactions.id), ne(stateLedger.fromState, stateLedger.toState)),
      [asc(stateLedger.id)],
    ),
  ),
});
type TransactionJson = ReturnType<typeof transactionJson.read>;

const value = sql.placeholder;
const selectTransaction = (db: Queryable, where: SQL | undefined) =>
  db
    .select({ transactionJson: toColumn(transactionJson) })
    .from(transactions)
    .where(where);
const readById = prepareOnce("transaction", (db) => selectTransaction(db, eq(transactions.id, value("txnId"))));
const readOwn = prepareOnce("own_transaction", (db) =>
  selectTransaction(
    db,
    and(
      eq(transactions.id, value("txnId")),
      eq(transactions.orgId, value("orgId")),
      eq(transactions.candidateId, value("candidateId")),
    ),
  ),
);

async function toLoaded(db: Queryable, transactionJson: TransactionJson): Promise<LoadedTransaction> {
  const { row, now, items, submissions: saved, userInputs: inputs } = transactionJson;
  const payments = once(() => toPayments(transactionJson.orders(), row.state, now));
  const transitions = once(() => toRecordedTransitions(transactionJson.transitions()));
  // Most saves need neither profile, payments nor history.
  return {
    row,
    now,
    get profile() {
      return transactionJson.profile();
    },
    items: items.map((item) => toItemRow(item, saved)),
    userInputs: inputs,
    answeredQuestionIds: transactionJson.answers.map(({ questionId }) => questionId),
    nameChange: transactionJson.nameChanges[0],
    mailboxCorrections: transactionJson.mailboxCorrections,
    changePermits: new Map(
      transactionJson.changePermits.map(({ verificationName, until }) => [verificationName, until]),
    ),
    get payments() {
      return payments();
    },
    definitions: await readPinnedDefinitions(db, row.releaseId, row.orgId),
    get transitions() {
      return transitions();
    },
  };
}

/** The items of several transactions in two queries. */
export async function loadItems(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, ItemRow[]>> {
  if (ids.length === 0) return new Map();
  const items = await readItems(db, ids);
  const saved = await readSubmissions(db, ids);
  const own = <T extends { transactionId: string }>(rows: readonly T[], id: string) =>
    rows.filter(({ transactionId }) => transactionId === id);
  return new Map(ids.map((id) => [id, own(items, id).map((item) => toItemRow(item, own(saved, id)))]));
}

/** The names of the verified basic details of several transactions. */
export async function readVerifiedFields(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ transactionId: userInputs.transactionId, fieldName: userInputs.fieldName })
    .from(userInputs)
    .where(inArray(userInputs.transactionId, [...ids]));
  return new Map(
    ids.map((id) => [id, rows.filter((row) => row.transactionId === id).map(({ fieldName }) => fieldName)]),
  );
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
  { name, identity, state, markedAsSkip, lastNumber, presentation }: typeof transactionItems.$inferSelect,
  saved: readonly SubmissionRow[],
): ItemRow {
  const own = saved.filter((submission) => submission.verificationName === name);
  const states = own.map((submission) => submission.state);
  return {
    name,
    identity,
    state: own.length > 0 ? deriveItemState(states) : state,
    markedAsSkip,
    lastNumber,
    presentation,
    submissions: own,
  };
}

function isOwn(candidateId: string, { orgId, txnId }: TransactionKeys) {
  return and(eq(transactions.id, txnId), eq(transactions.orgId, orgId), eq(transactions.candidateId, candidateId));
}

/** A submission with its verification; undefined when the transaction has none of this subType. */
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
