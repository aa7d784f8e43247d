import { sql } from "drizzle-orm";
import type { ChatMessage } from "#engine/core/scope/shapes/profile.ts";
import { toPlainLines } from "#engine/core/base/text-input.ts";
import { invalidField, notFound } from "#server/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { transact, type Queryable } from "#server/platform/store/database.ts";
import type { MessageTexts } from "#server/messaging/texts/message-texts.ts";
import type { Services } from "#server/services.ts";
import { fileColumns, findSendableFile, joinFile, toFile, type FileColumns } from "./chat-files.ts";
import { toExpectation } from "./office-hours.ts";

type ChatServices = Pick<Services, "db" | "config">;

interface Row extends FileColumns {
  id: string;
  author: "candidate" | "support";
  text: string;
  created_at: Date | string;
}

/** A page of the candidate's messages with the support of an organisation, or of all, the newest first. */
export async function listOwnChat(
  { db }: ChatServices,
  candidateId: string,
  { orgId, seed, count }: { orgId: string | undefined; seed: number; count: number },
): Promise<{ list: ChatMessage[]; total: number; unread: number }> {
  const isOwn = sql`m.candidate_id = ${candidateId} and (${orgId ?? null}::text is null or m.org_id = ${orgId ?? null})`;
  const { rows } = await db.execute<Row>(sql`
    select m.id, m.author, m.text, m.created_at, ${fileColumns} from chat_messages m ${joinFile} where ${isOwn}
    order by m.created_at desc, m.id offset ${seed} limit ${count}`);
  const counted = await db.execute<{ total: number; unread: number }>(sql`
    select count(*)::int as total, count(*) filter (where m.author = 'support'
      and m.created_at > coalesce(t.read_by_candidate_at, '-infinity'))::int as unread
    from chat_messages m left join chat_threads t on t.candidate_id = m.candidate_id and t.org_id = m.org_id
    where ${isOwn}`);
  return { list: rows.map(toMessage), ...counted.rows[0]! };
}

/** When an organisation's support answers, in the reader's language; undefined where its definitions have no hours. */
export function findExpectation(
  { config }: Pick<Services, "config">,
  orgId: string | undefined,
  now: Date,
  texts: MessageTexts,
): string | undefined {
  const organisation = config.organisation(orgId ?? config.current().defaultOrgId);
  return toExpectation(organisation?.get("support", "support"), now, texts);
}

/**
 * Sends a text or a file to the support of an organisation; without one, of the candidate's latest form, else the
 * default one. Throws 404 for an unknown organisation or a file of another person, 422 for a text that looks empty.
 */
export async function sendToSupport(
  { db, config }: ChatServices,
  candidateId: string,
  { text = "", fileId, orgId }: { text?: string | undefined; fileId?: string | undefined; orgId?: string | undefined },
): Promise<ChatMessage> {
  const plain = toPlainLines(text);
  if (plain === "" && fileId === undefined) throw invalidField("/text", "required", "enter-message");
  if (orgId !== undefined && !config.organisation(orgId)) throw notFound("organisation");
  const id = newId();
  return transact(db, async (tx) => {
    const to = orgId ?? (await findLatestOrganisation(tx, candidateId)) ?? config.current().defaultOrgId;
    const file = fileId === undefined ? undefined : await findSendableFile(tx, candidateId, fileId);
    const { rows } = await tx.execute<Row>(sql`
      insert into chat_messages (id, candidate_id, org_id, author, text, file_id, file_name, created_at)
      values (${id}, ${candidateId}, ${to}, 'candidate', ${plain}, ${file?.id ?? null}, ${file?.fileName ?? null}, app_now())
      returning id, author, text, created_at, file_id, file_name, ${file?.scan ?? null}::text as scan`);
    await tx.execute(sql`
      insert into chat_threads as t (candidate_id, org_id, waiting_since, last_at)
      values (${candidateId}, ${to}, app_now(), app_now())
      on conflict (candidate_id, org_id) do update set waiting_since = coalesce(t.waiting_since, app_now()),
        last_at = app_now(), changed_at = clock_timestamp()`);
    return toMessage(rows[0]!);
  });
}

/** Marks what support wrote as read by the candidate. */
export async function readByCandidate({ db }: ChatServices, candidateId: string, orgId?: string): Promise<void> {
  await db.execute(sql`
    update chat_threads set read_by_candidate_at = app_now(), reminded_at = null, changed_at = clock_timestamp()
    where candidate_id = ${candidateId} and (${orgId ?? null}::text is null or org_id = ${orgId ?? null})`);
}

async function findLatestOrganisation(tx: Queryable, candidateId: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ org_id: string }>(sql`
    select org_id from transactions where candidate_id = ${candidateId} order by created_at desc limit 1`);
  return rows[0]?.org_id;
}

const toMessage = ({ id, author, text, created_at: at, ...row }: Row): ChatMessage => ({
  _id: id,
  from: author,
  text,
  ...toFile(row),
  createdAt: new Date(at).toISOString(),
});
