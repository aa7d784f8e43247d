import { sql, type SQL } from "drizzle-orm";
import type { Assignments, Case } from "#engine/core/scope/shapes/cases.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { notFound, WalletError, withReason } from "#server/errors.ts";
import { findAnyNames } from "#server/reference/lists/entries.ts";
import { readCursor, writeCursor } from "#server/platform/cursor.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import type { Services } from "#server/services.ts";

/** Keys of a case. The organisation is part of each statement. */
export interface CaseKeys {
  orgId: string;
  txnId: string;
  subType: string;
}

export interface QueueFilters {
  verificationName?: string;
  state?: State;
  /** The id of a member of staff, or 'none'. */
  assignee?: string;
  olderThanDays?: number;
  institution?: string;
  language?: string;
}

interface Row extends Record<string, unknown> {
  transaction_id: string;
  sub_type: string;
  org_id: string;
  form_id: string;
  verification_name: string;
  holder_name: string | null;
  state: State;
  due_at: Date | string;
  /** With microseconds, which a Date would lose. */
  due_text: string;
  since: Date | string;
  assignee_id: string | null;
  assignee_name: string | null;
  erased_at: Date | string | null;
}

/** The institutions and languages with the most open cases that a filter offers. */
const choicesMost = 100;

type QueueServices = Pick<Services, "db" | "config">;

/** Cases that need a decision: the condition of the partial indexes on `cases`. */
export const isOpen = sql`c.state in ('SUBMITTED', 'IN_PROGRESS')`;

const readCases = (rest: SQL): SQL => sql`
  select c.transaction_id, c.sub_type, c.org_id, t.form_id, c.verification_name, t.holder_name, c.state, c.due_at,
    c.due_at::text as due_text, c.since, c.assignee_id, s.display_name as assignee_name, owner.erased_at
  from cases c join transactions t on t.id = c.transaction_id join candidates owner on owner.id = t.candidate_id
    left join staff s on s.id = c.assignee_id ${rest}`;

/**
 * A page of the queue by the promised date. `after` is the `next` of the page before; a case that is decided meanwhile
 * moves no other. Throws 400 for a cursor of another form.
 */
export async function listCases(
  services: QueueServices,
  orgId: string,
  filters: QueueFilters,
  { after, count }: { after?: string | undefined; count: number },
): Promise<{ list: Case[]; next?: string }> {
  const { verificationName, state, assignee, olderThanDays, institution, language } = filters;
  const conditions = [
    sql`c.org_id = ${orgId}`,
    state === undefined ? isOpen : sql`c.state = ${state}`,
    ...(verificationName === undefined ? [] : [sql`c.verification_name = ${verificationName}`]),
    ...(assignee === undefined
      ? []
      : [assignee === "none" ? sql`c.assignee_id is null` : sql`c.assignee_id = ${assignee}`]),
    ...(institution === undefined ? [] : [sql`c.institution = ${institution}`]),
    ...(language === undefined ? [] : [sql`c.language = ${language}`]),
    ...(olderThanDays === undefined ? [] : [sql`c.since < app_now() - ${olderThanDays} * interval '1 day'`]),
  ];
  return readPage(services, conditions, { after, count });
}

/**
 * A page of the cases that meet all conditions on `c`, by the promised date. Throws 400 for a cursor of another form.
 */
export async function readPage(
  services: QueueServices,
  conditions: readonly SQL[],
  { after, count }: { after?: string | undefined; count: number },
): Promise<{ list: Case[]; next?: string }> {
  const all = [...conditions, ...(after === undefined ? [] : [toAfter(after)])];
  const { rows } = await services.db.execute<Row>(
    readCases(sql`
      where ${sql.join(all, sql` and `)}
      order by c.due_at, c.transaction_id, c.sub_type limit ${count + 1}`),
  );
  const page = rows.slice(0, count);
  const last = page.at(-1);
  return {
    list: page.map((row) => toCase(services, row)),
    ...(rows.length > count && last && { next: toCursor(last) }),
  };
}

/** Counts the open cases of an organisation, also by verification, institution and language. */
export async function countCases({ db, config }: QueueServices, orgId: string, staffId: string) {
  const ofQueue = sql`from cases c where c.org_id = ${orgId} and ${isOpen}`;
  const { rows } = await db.execute<{ open: number; unassigned: number; mine: number; overdue: number }>(sql`
    select count(*)::int as open, count(*) filter (where c.assignee_id is null)::int as unassigned,
      count(*) filter (where c.assignee_id = ${staffId})::int as mine,
      count(*) filter (where c.due_at < app_now())::int as overdue ${ofQueue}`);
  const countBy = async (column: SQL, most: number) => {
    const groups = await db.execute<{ value: string; open: number }>(sql`
      select ${column} as value, count(*)::int as open ${ofQueue} and ${column} is not null
      group by 1 order by count(*) desc, 1 limit ${most}`);
    return groups.rows;
  };
  const institutions = await countBy(sql`c.institution`, choicesMost);
  const names = await findAnyNames(
    db,
    institutions.map(({ value }) => value),
  );
  const verifications = await countBy(sql`c.verification_name`, 500);
  const languages = await countBy(sql`c.language`, choicesMost);
  return {
    ...rows[0]!,
    verificationList: verifications
      .map(({ value, open }) => ({ verificationName: value, label: toLabel(config, orgId, value), open }))
      .sort((a, b) => a.label.localeCompare(b.label)),
    institutionList: institutions
      .map(({ value, open }) => ({ institution: value, label: names.get(value) ?? value, open }))
      .sort((a, b) => a.label.localeCompare(b.label)),
    languageList: languages.map(({ value, open }) => ({ language: value, open })),
  };
}

/** One case. Throws 404 (104), also for a case of another organisation. */
export async function getCase(services: QueueServices, keys: CaseKeys, tx: Queryable = services.db): Promise<Case> {
  const { rows } = await tx.execute<Row>(
    readCases(sql`
      where c.transaction_id = ${keys.txnId} and c.sub_type = ${keys.subType} and c.org_id = ${keys.orgId}`),
  );
  if (!rows[0]) throw notFound("case");
  return toCase(services, rows[0]);
}

/**
 * Takes an open case without an assignee: one statement decides between two people. Throws 404, 409 when a colleague
 * works on it or it needs no decision.
 */
export async function claimCase(services: QueueServices, keys: CaseKeys, staffId: string): Promise<Case> {
  const { rowCount } = await services.db.execute(sql`
    update cases c set assignee_id = ${staffId}, assigned_at = app_now()
    where ${isCase(keys)} and ${isOpen} and (c.assignee_id is null or c.assignee_id = ${staffId})`);
  const found = await getCase(services, keys);
  if (rowCount === 0) assertFree(found, staffId);
  if (rowCount === 0) throw new WalletError("stateConflict", withReason("case-not-open"));
  return found;
}

/** Gives a case back. Throws 404, 409 when a colleague works on it. */
export async function releaseCase(services: QueueServices, keys: CaseKeys, staffId: string): Promise<Case> {
  await services.db.execute(sql`
    update cases c set assignee_id = null, assigned_at = null where ${isCase(keys)} and c.assignee_id = ${staffId}`);
  const found = await getCase(services, keys);
  assertFree(found, staffId);
  return found;
}

/** Gives a case to a colleague. Throws 404, 409 when it has its decision. */
export async function assignCase(services: QueueServices, keys: CaseKeys, staffId: string): Promise<Case> {
  const { rowCount } = await services.db.execute(sql`
    update cases c set assignee_id = ${staffId}, assigned_at = app_now()
    where ${isCase(keys)} and c.state in ('SUBMITTED', 'IN_PROGRESS', 'INSUFFICIENT_DATA')`);
  const found = await getCase(services, keys);
  if (rowCount === 0) throw new WalletError("stateConflict", withReason("case-not-open"));
  return found;
}

/** Gives several cases to a colleague, and reports what happened to each. A case with its decision stays as it is. */
export async function assignCases(
  services: QueueServices,
  { orgId, staffId, caseList }: { orgId: string; staffId: string; caseList: readonly string[] },
): Promise<Assignments> {
  let assigned = 0;
  const refusedList: Assignments["refusedList"] = [];
  for (const id of new Set(caseList)) {
    const [txnId = "", subType = ""] = id.split(".");
    const keys = { orgId, txnId, subType };
    try {
      await assignCase(services, keys, staffId);
      assigned += 1;
    } catch (error) {
      if (!(error instanceof WalletError)) throw error;
      const found = error.kind === "notFound" ? undefined : await getCase(services, keys);
      const { label, holderName } = found ?? {};
      refusedList.push({
        id,
        ...(label !== undefined && { label }),
        ...(holderName !== undefined && { holderName }),
        reason: found ? "decided" : "not-found",
      });
    }
  }
  return { assigned, refusedList };
}

/** Throws 409 with the name of the colleague who works on the case. */
export function assertFree({ assignee }: Pick<Case, "assignee">, staffId: string): void {
  if (assignee && assignee.id !== staffId)
    throw new WalletError("stateConflict", {
      ...withReason("case-assigned", { name: assignee.displayName }),
      data: { assignee },
    });
}

const isCase = ({ orgId, txnId, subType }: CaseKeys): SQL =>
  sql`c.transaction_id = ${txnId} and c.sub_type = ${subType} and c.org_id = ${orgId}`;

const toCursor = ({ due_text: dueAt, transaction_id: txnId, sub_type: subType }: Row): string =>
  writeCursor([dueAt, txnId, subType]);

function toAfter(cursor: string): SQL {
  const [dueAt, txnId, subType] = readCursor(cursor, 3);
  return sql`(c.due_at, c.transaction_id, c.sub_type) > (${dueAt}::timestamptz, ${txnId}, ${subType})`;
}

/** The label of a verification in English. */
export const toLabel = (config: QueueServices["config"], orgId: string, verificationName: string): string =>
  english(config.organisation(orgId)?.get("verification", verificationName)?.label ?? verificationName);

function toCase({ config }: QueueServices, row: Row): Case {
  return {
    txnId: row.transaction_id,
    subType: row.sub_type,
    orgId: row.org_id,
    formId: row.form_id,
    verificationName: row.verification_name,
    label: toLabel(config, row.org_id, row.verification_name),
    ...(row.holder_name !== null && { holderName: row.holder_name }),
    state: row.state,
    dueAt: new Date(row.due_at).toISOString(),
    since: new Date(row.since).toISOString(),
    ...(row.assignee_id !== null && { assignee: { id: row.assignee_id, displayName: row.assignee_name ?? "" } }),
    ...(row.erased_at !== null && { deletedAt: new Date(row.erased_at).toISOString() }),
  };
}
