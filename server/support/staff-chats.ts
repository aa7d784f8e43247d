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
import { listMembers } from "#server/staff/members.ts";
import { listAllowed } from "#server/staff/roles.ts";
import { writeStaffAudit } from "#server/staff/staff-tools.ts";
import { english } from "#server/wallet/transactions/english-text.ts";
import { fileColumns, findSendableFile, joinFile, toFile, type FileColumns } from "./chat-files.ts";
import { listReplies } from "./replies.ts";

type ChatServices = Pick<Services, "db" | "config" | "findMessageTexts">;
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
  handed_over_by: string | null;
}

const maxMessages = 500;
const maxForms = 50;
const maxCases = 200;

/**
 * A page of conversations: those that wait for an answer, the longest first, or all, the newest first. `after` is the
 * `next` of the page before. Throws 400 for a cursor of another form.
 */
export async function listChats(
  { db }: Pick<Services, "db">,
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
      (select coalesce(nullif(m.text, ''), m.file_name, '') from chat_messages m where m.candidate_id = t.candidate_id and m.org_id = t.org_id
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

/**
 * One conversation with the candidate's forms at the organisation, as a colleague reads it. Throws 404, also for that
 * of another organisation.
 */
export async function readChat(services: ChatServices, keys: ChatKeys, reader: Author): Promise<WholeChat> {
  const { db, config } = services;
  const { rows } = await db.execute<Thread & { mobile: string | null; locale: string }>(sql`
    select t.waiting_since, t.assignee_id, s.display_name as assignee_name, c.display_name, c.locale,
      coalesce(c.mobile, c.former_mobile) as mobile,
      (select by.display_name from staff by where by.id = t.handed_over_by) as handed_over_by
    from chat_threads t join candidates c on c.id = t.candidate_id left join staff s on s.id = t.assignee_id
    where ${isThread(keys)}`);
  const thread = rows[0];
  if (!thread) throw notFound("chat");
  const { display_name: displayName, locale, handed_over_by: handedOverBy } = thread;
  const messageList = await listMessages(db, keys);
  return {
    candidateId: keys.candidateId,
    displayName,
    mobile: maskMobile(thread.mobile ?? ""),
    ...toWork(thread),
    ...(handedOverBy !== null && { handedOverBy }),
    colleagueList: (await listAnswerers(services, keys.orgId))
      .filter(({ id }) => id !== thread.assignee_id && id !== reader.id)
      .map(({ id: value, displayName: name }) => ({ value, name })),
    replyList: listReplies(services, {
      orgId: keys.orgId,
      candidate: displayName,
      colleague: reader.displayName,
      locale,
    }),
    fileList: messageList
      .flatMap(({ file, by = displayName }) => {
        if (file?.fileId === undefined) return [];
        const { fileId: id, ...rest } = file;
        return [{ id, ...rest, by }];
      })
      .toReversed(),
    messageList,
    ...(await listForms({ db, config }, keys)),
  };
}

/**
 * Answers a conversation with a text or a stored file: it waits no more, and without an assignee it becomes the
 * author's. Throws 404, 422 for a text that looks empty, 409 when a colleague answers it.
 */
export async function answerChat(
  services: Pick<Services, "db">,
  keys: ChatKeys,
  { text = "", fileId, author }: { text?: string; fileId?: string; author: Author },
): Promise<WholeChat["messageList"][number]> {
  const plain = toPlainLines(text);
  if (plain === "" && fileId === undefined) throw invalidField("/text", "required", "enter-message");
  const id = newId();
  return transact(services.db, async (tx) => {
    const assignee = await lockThread(tx, keys);
    if (assignee && assignee.id !== author.id) throw assignedTo(assignee);
    const file = fileId === undefined ? undefined : await findSendableFile(tx, keys.candidateId, fileId);
    const { rows } = await tx.execute<{ created_at: When } & FileColumns>(sql`
      insert into chat_messages (id, candidate_id, org_id, author, staff_id, text, file_id, file_name, created_at)
      values (${id}, ${keys.candidateId}, ${keys.orgId}, 'support', ${author.id}, ${plain}, ${file?.id ?? null},
        ${file?.fileName ?? null}, app_now())
      returning created_at, file_id, file_name, ${file?.scan ?? null}::text as scan`);
    await tx.execute(sql`
      update chat_threads t set waiting_since = null, assignee_id = ${author.id}, last_at = app_now(),
        read_by_staff_at = app_now(), reminded_at = null, changed_at = clock_timestamp() where ${isThread(keys)}`);
    await writeStaffAudit(tx, "staff-chat-answered", { staffId: author.id, ...keys, messageId: id });
    const { created_at: at, ...columns } = rows[0]!;
    const createdAt = toMoment(at);
    return { _id: id, from: "support", text: plain, ...toFile(columns), createdAt, by: author.displayName };
  });
}

/** Throws 404, and 409 when a colleague answers the conversation. Before a file is stored for it. */
export async function assertAnswerable({ db }: Pick<Services, "db">, keys: ChatKeys, author: Author): Promise<void> {
  const assignee = await transact(db, (tx) => lockThread(tx, keys));
  if (assignee && assignee.id !== author.id) throw assignedTo(assignee);
}

/** Marks what the candidate wrote as read by staff. Throws 404. */
export async function readByStaff({ db }: Pick<Services, "db">, keys: ChatKeys): Promise<void> {
  const { rowCount } = await db.execute(sql`
    update chat_threads t set read_by_staff_at = app_now(), changed_at = clock_timestamp() where ${isThread(keys)}`);
  if (rowCount === 0) throw notFound("chat");
}

/** A colleague takes a conversation, also from another. Throws 404. */
export const claimChat = (services: Pick<Services, "db">, keys: ChatKeys, staffId: string): Promise<void> =>
  transact(services.db, async (tx) => {
    await assign(tx, keys, staffId);
    await writeStaffAudit(tx, "staff-chat-claimed", { staffId, ...keys });
  });

/** A colleague gives a conversation back to all. Throws 404. */
export const releaseChat = (services: Pick<Services, "db">, keys: ChatKeys, staffId: string): Promise<void> =>
  transact(services.db, async (tx) => {
    await assign(tx, keys, null);
    await writeStaffAudit(tx, "staff-chat-released", { staffId, ...keys });
  });

/**
 * Hands a conversation over to a colleague who may answer; both see by whom. Throws 404, also for a colleague who may
 * not answer, and 409 when a third colleague answers it.
 */
export const handOverChat = (
  services: Pick<Services, "db" | "config">,
  keys: ChatKeys,
  { by, to }: { by: string; to: string },
): Promise<void> =>
  transact(services.db, async (tx) => {
    const assignee = await lockThread(tx, keys);
    if (assignee && assignee.id !== by) throw assignedTo(assignee);
    const answerers = await listAnswerers({ db: tx, config: services.config }, keys.orgId);
    if (to === by || !answerers.some(({ id }) => id === to)) throw notFound("staff");
    await assign(tx, keys, to, by);
    await writeStaffAudit(tx, "staff-chat-handed-over", { staffId: by, to, ...keys });
  });

async function assign(tx: Queryable, keys: ChatKeys, staffId: string | null, by: string | null = null): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update chat_threads t set assignee_id = ${staffId}, handed_over_by = ${by}, changed_at = clock_timestamp()
    where ${isThread(keys)}`);
  if (rowCount === 0) throw notFound("chat");
}

/** The active staff of an organisation who may answer. */
async function listAnswerers(
  { db, config }: { db: Queryable; config: Services["config"] },
  orgId: string,
): Promise<Author[]> {
  const members = await listMembers(db, orgId);
  return members.flatMap(({ id, displayName, roles, state }) => {
    const allowed = listAllowed(
      config,
      roles.map((role) => ({ orgId, role })),
    );
    return state === "active" && allowed[orgId]?.includes("chats.answer") ? [{ id, displayName }] : [];
  });
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
  interface Row extends FileColumns {
    id: string;
    author: "candidate" | "support";
    text: string;
    created_at: When;
    by: string | null;
  }
  const { rows } = await db.execute<Row>(sql`
    select m.id, m.author, m.text, m.created_at, s.display_name as by, ${fileColumns}
    from chat_messages m left join staff s on s.id = m.staff_id ${joinFile}
    where m.candidate_id = ${candidateId} and m.org_id = ${orgId}
    order by m.created_at desc, m.id desc limit ${maxMessages}`);
  return rows
    .map(({ id, author, text, created_at: at, by, ...row }) => ({
      _id: id,
      from: author,
      text,
      ...toFile(row),
      createdAt: toMoment(at),
      ...(by !== null && { by }),
    }))
    .toReversed();
}

/** The candidate's forms at the organisation, and what they submitted in them. */
async function listForms(
  { db, config }: Pick<Services, "db" | "config">,
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
