import { sql, type SQL } from "drizzle-orm";
import type { ChatList, WholeChat } from "#engine/core/scope/shapes/chats.ts";
import type { State } from "#engine/core/definitions/states.ts";
import { toPlainLines } from "#engine/core/base/text-input.ts";
import { invalidField, notFound, WalletError, withReason } from "#server/errors.ts";
import { readCursor, writeCursor } from "#server/platform/cursor.ts";
import { newId } from "#server/platform/ids.ts";
import { maskMobile } from "#server/platform/log.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import type { Services } from "#server/services.ts";
import { english } from "#server/wallet/transactions/english-text.ts";

type ChatServices = Pick<Services, "db" | "config">;
type When = Date | string;

/** Keys of a conversation. The organisation is part of each statement. */
export interface ChatKeys {
  orgId: string;
  candidateId: string;
}
interface Author {
  id: string;
  displayName: string;
}
interface Thread extends Record<string, unknown> {
  candidate_id: string;
  display_name: string;
  last_text: string;
  last_at: When;
  sort_text: string;
  waiting_since: When | null;
  unread: number;
  assignee_id: string | null;
  assignee_name: string | null;
}

const maxMessages = 500;
const maxForms = 50;
const maxCases = 200;

/**
 * A page of conversations: those that wait for an answer, the longest first, or all, the newest first. `after` is the
 * `next` of the page before. Throws 400 for a cursor of another form.
 */
export async function listChats(
  { db }: ChatServices,
  orgId: string,
  filters: { isWaiting: boolean; assignee?: string | undefined },
  { after, count }: { after?: string | undefined; count: number },
): Promise<ChatList> {
  const { isWaiting, assignee } = filters;
  const sort = isWaiting ? sql`t.waiting_since` : sql`t.last_at`;
  const conditions = [
    sql`t.org_id = ${orgId}`,
    ...(isWaiting ? [sql`t.waiting_since is not null`] : []),
    ...(assignee === undefined
      ? []
      : [assignee === "none" ? sql`t.assignee_id is null` : sql`t.assignee_id = ${assignee}`]),
    ...(after === undefined ? [] : [toAfter(after, sort, isWaiting)]),
  ];
  const direction = isWaiting ? sql`asc` : sql`desc`;
  const { rows } = await db.execute<Thread>(sql`
    select t.candidate_id, c.display_name, t.last_at, t.waiting_since, t.assignee_id, s.display_name as assignee_name,
      ${sort}::text as sort_text,
      (select m.text from chat_messages m where m.candidate_id = t.candidate_id and m.org_id = t.org_id
        order by m.created_at desc, m.id limit 1) as last_text,
      (select count(*)::int from chat_messages m where m.candidate_id = t.candidate_id and m.org_id = t.org_id
        and m.author = 'candidate' and m.created_at > coalesce(t.read_by_staff_at, '-infinity')) as unread
    from chat_threads t join candidates c on c.id = t.candidate_id left join staff s on s.id = t.assignee_id
    where ${sql.join(conditions, sql` and `)}
    order by ${sort} ${direction}, t.candidate_id ${direction} limit ${count + 1}`);
  const page = rows.slice(0, count);
  const last = page.at(-1);
  return {
    list: page.map((row) => ({
      candidateId: row.candidate_id,
      displayName: row.display_name,
      lastText: row.last_text,
      lastAt: toMoment(row.last_at),
      unread: row.unread,
      ...toWork(row),
    })),
    ...(rows.length > count && last && { next: writeCursor([last.sort_text, last.candidate_id]) }),
  };
}

/** One conversation with the candidate's forms at the organisation. Throws 404, also for another organisation's. */
export async function readChat({ db, config }: ChatServices, keys: ChatKeys): Promise<WholeChat> {
  const { rows } = await db.execute<Thread & { mobile: string | null }>(sql`
    select t.waiting_since, t.assignee_id, s.display_name as assignee_name, c.display_name,
      coalesce(c.mobile, c.former_mobile) as mobile
    from chat_threads t join candidates c on c.id = t.candidate_id left join staff s on s.id = t.assignee_id
    where ${isThread(keys)}`);
  const thread = rows[0];
  if (!thread) throw notFound("chat");
  return {
    candidateId: keys.candidateId,
    displayName: thread.display_name,
    mobile: maskMobile(thread.mobile ?? ""),
    ...toWork(thread),
    messageList: await listMessages(db, keys),
    ...(await listForms({ db, config }, keys)),
  };
}

/**
 * Answers a conversation: it waits no more, and without an assignee it becomes the author's. Throws 404, 422 for a text
 * that looks empty, 409 when a colleague answers it.
 */
export async function answerChat(
  services: ChatServices,
  keys: ChatKeys,
  { text, author }: { text: string; author: Author },
): Promise<WholeChat["messageList"][number]> {
  const plain = toPlainLines(text);
  if (plain === "") throw invalidField("/text", "required", "enter-message");
  const id = newId();
  return transact(services.db, async (tx) => {
    const assignee = await lockThread(tx, keys);
    if (assignee && assignee.id !== author.id) throw assignedTo(assignee);
    const { rows } = await tx.execute<{ created_at: When }>(sql`
      insert into chat_messages (id, candidate_id, org_id, author, staff_id, text, created_at)
      values (${id}, ${keys.candidateId}, ${keys.orgId}, 'support', ${author.id}, ${plain}, app_now())
      returning created_at`);
    await tx.execute(sql`
      update chat_threads t set waiting_since = null, assignee_id = ${author.id}, last_at = app_now(),
        read_by_staff_at = app_now(), reminded_at = null, changed_at = clock_timestamp() where ${isThread(keys)}`);
    return { _id: id, from: "support", text: plain, createdAt: toMoment(rows[0]!.created_at), by: author.displayName };
  });
}

/** Marks what the candidate wrote as read by staff. Throws 404. */
export async function readByStaff({ db }: ChatServices, keys: ChatKeys): Promise<void> {
  const { rowCount } = await db.execute(sql`
    update chat_threads t set read_by_staff_at = app_now(), changed_at = clock_timestamp() where ${isThread(keys)}`);
  if (rowCount === 0) throw notFound("chat");
}

/** Gives a conversation to a colleague, or back to all. Throws 404. */
export async function assignChat({ db }: ChatServices, keys: ChatKeys, staffId: string | null): Promise<void> {
  const { rowCount } = await db.execute(sql`
    update chat_threads t set assignee_id = ${staffId}, changed_at = clock_timestamp() where ${isThread(keys)}`);
  if (rowCount === 0) throw notFound("chat");
}

async function lockThread(tx: Queryable, keys: ChatKeys): Promise<Author | undefined> {
  const { rows } = await tx.execute<Thread>(sql`
    select t.assignee_id, (select s.display_name from staff s where s.id = t.assignee_id) as assignee_name
    from chat_threads t where ${isThread(keys)} for update`);
  if (!rows[0]) throw notFound("chat");
  return toAssignee(rows[0]);
}

const assignedTo = ({ displayName }: Author): WalletError =>
  new WalletError("stateConflict", withReason("chat-assigned", { name: displayName }));

async function listMessages(db: Queryable, { candidateId, orgId }: ChatKeys): Promise<WholeChat["messageList"]> {
  const { rows } = await db.execute<{
    id: string;
    author: "candidate" | "support";
    text: string;
    created_at: When;
    by: string | null;
  }>(sql`
    select m.id, m.author, m.text, m.created_at, s.display_name as by
    from chat_messages m left join staff s on s.id = m.staff_id
    where m.candidate_id = ${candidateId} and m.org_id = ${orgId}
    order by m.created_at desc, m.id desc limit ${maxMessages}`);
  return rows
    .map(({ id, author, text, created_at: at, by }) => ({
      _id: id,
      from: author,
      text,
      createdAt: toMoment(at),
      ...(by !== null && { by }),
    }))
    .toReversed();
}

/** The candidate's forms at the organisation, and what they submitted in them. */
async function listForms(
  { db, config }: ChatServices,
  keys: ChatKeys,
): Promise<Pick<WholeChat, "formList" | "caseList">> {
  const organisation = config.organisation(keys.orgId);
  const forms = await db.execute<{ id: string; form_id: string; state: State }>(sql`
    select id, form_id, state from transactions
    where candidate_id = ${keys.candidateId} and org_id = ${keys.orgId} order by created_at desc limit ${maxForms}`);
  const cases = await db.execute<{ id: string; sub_type: string; verification_name: string; state: State }>(sql`
    select t.id, c.sub_type, c.verification_name, c.state from cases c join transactions t on t.id = c.transaction_id
    where t.candidate_id = ${keys.candidateId} and t.org_id = ${keys.orgId}
    order by t.created_at desc, c.sub_type limit ${maxCases}`);
  return {
    formList: forms.rows.map(({ id, form_id: formId, state }) => ({
      txnId: id,
      formId,
      name: english(organisation?.get("request", formId)?.name ?? formId),
      state,
    })),
    caseList: cases.rows.map(({ id, sub_type: subType, verification_name: name, state }) => ({
      txnId: id,
      subType,
      label: english(organisation?.get("verification", name)?.label ?? name),
      state,
    })),
  };
}

const isThread = ({ orgId, candidateId }: ChatKeys): SQL =>
  sql`t.candidate_id = ${candidateId} and t.org_id = ${orgId}`;

const toMoment = (at: When): string => new Date(at).toISOString();

const toAssignee = ({ assignee_id: id, assignee_name: displayName }: Thread): Author | undefined =>
  id === null ? undefined : { id, displayName: displayName ?? "" };

function toWork(row: Thread): Pick<WholeChat, "waitingSince" | "assignee"> {
  const assignee = toAssignee(row);
  return {
    ...(row.waiting_since !== null && { waitingSince: toMoment(row.waiting_since) }),
    ...(assignee && { assignee }),
  };
}

function toAfter(cursor: string, sort: SQL, isAscending: boolean): SQL {
  const [at, candidateId] = readCursor(cursor, 2);
  const than = isAscending ? sql`>` : sql`<`;
  return sql`(${sort}, t.candidate_id) ${than} (${at}::timestamptz, ${candidateId})`;
}
