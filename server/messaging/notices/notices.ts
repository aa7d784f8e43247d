import { and, count, desc, eq, getTableColumns, inArray, isNull, not, sql, type SQL } from "drizzle-orm";
import type { Notification } from "#engine/core/scope/shapes/notifications.ts";
import type { MessageKey, MessageValues } from "#engine/core/definitions/message-keys.ts";
import { toAddress } from "#engine/core/definitions/address.ts";
import { noticeFacts, type NoticeFacts } from "#engine/core/definitions/notice-facts.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { newId } from "#server/platform/ids.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { notifications, type StoredNotice } from "#server/platform/store/tables/notices.ts";
import type { FindMessageTexts } from "../texts/message-texts.ts";

type NoticeKey = MessageKey<"notices">;

/** A notice to a candidate, by message key. The organisation has the text. */
export interface Notice<K extends MessageKey<"notices">> {
  candidateId: string;
  key: K;
  values: MessageValues<"notices", K>;
  /** Parameters of the screen that it opens. */
  about: NoticeFacts<K>;
  orgId?: string;
  now: Date;
  image?: string;
}

/** Writes a notice in the business transaction that causes it; → its id. Its text is made when it is read. */
export async function writeNotification<K extends MessageKey<"notices">>(
  tx: Queryable,
  { candidateId, key, values, about, orgId, now, image }: Notice<K>,
): Promise<string> {
  const id = newId();
  const message = { key, values, about, ...(orgId !== undefined && { orgId }) };
  await tx.insert(notifications).values({ id, candidateId, message, image: image ?? null, createdAt: now });
  return id;
}

/** The reader's language, and what texts and links are made from. */
interface NoticeReader {
  language: string;
  findMessageTexts: FindMessageTexts;
  config: Pick<ConfigReader, "current">;
}

/**
 * One page of a candidate's notices, newest first, each with text and link. The image is its own or the organisation's
 * logo.
 */
export async function listNotifications(
  db: Queryable,
  candidateId: string,
  page: { seed: number; count: number },
  { language, findMessageTexts, config }: NoticeReader,
): Promise<{ list: Notification[]; total: number; unread: number }> {
  const { organisations, defaultOrgId } = config.current();
  const rows = await db
    .select({ ...getTableColumns(notifications), isDone: sql<boolean>`${isDone(config)}` })
    .from(notifications)
    .where(eq(notifications.candidateId, candidateId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(page.count)
    .offset(page.seed);
  const list = rows.map(({ id, message, title, description, image, createdAt, readAt, isDone: done }): Notification => {
    const sender = organisations.get(message?.orgId ?? "");
    const link = message ? toLink(sender ?? organisations.get(defaultOrgId), message) : undefined;
    const picture = image ?? sender?.organisation.logo;
    return {
      _id: id,
      ...(message
        ? findMessageTexts(language, message.orgId).formatNotice(message.key, message.values)
        : { title: title ?? "", description: description ?? "" }),
      ...(picture && { image: picture }),
      createdAt: createdAt.toISOString(),
      read: readAt !== null || done,
      ...(link !== undefined && { link }),
    };
  });
  const total = await countNotifications(db, candidateId);
  return { list, total, unread: await countUnread(db, candidateId, config) };
}

/** The address of the screen that a notice opens, by the newest definitions. Undefined when the notice opens none. */
function toLink(
  organisation: Pick<OrganisationRelease, "get"> | undefined,
  { key, about }: StoredNotice,
): string | undefined {
  const opens = organisation?.get("messages", "messages")?.notices[key]?.opens;
  const route = opens && organisation.get("screen", opens.screen)?.route;
  return opens && route && about ? toAddress(route, opens, about) : undefined;
}

/** The number of a candidate's notices. */
export async function countNotifications(db: Queryable, candidateId: string): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(notifications)
    .where(eq(notifications.candidateId, candidateId));
  return all?.total ?? 0;
}

/** The number of notices that are new: unread, and what they ask for is not done. */
async function countUnread(db: Queryable, candidateId: string, config: NoticeReader["config"]): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(notifications)
    .where(and(eq(notifications.candidateId, candidateId), isNull(notifications.readAt), not(isDone(config))));
  return all?.total ?? 0;
}

/**
 * Marks these notices of a candidate as read, or all of them. Returns the number of new ones. Ignores foreign ids.
 */
export async function markRead(
  db: Queryable,
  candidateId: string,
  config: NoticeReader["config"],
  ids?: readonly string[],
): Promise<number> {
  await db
    .update(notifications)
    .set({ readAt: sql`app_now()` })
    .where(
      and(
        eq(notifications.candidateId, candidateId),
        isNull(notifications.readAt),
        ids && inArray(notifications.id, [...ids]),
      ),
    );
  return countUnread(db, candidateId, config);
}

/**
 * Whether the act that a notice asks for is done: its verification, or its form, has left the states of `newWhile`
 * (catalogues/messages). It is read from the states, so that a form that opens again makes its notice new again.
 */
function isDone(config: NoticeReader["config"]): SQL {
  const rule = sql`${JSON.stringify(toOpenStates(config))}::jsonb #> array[
    coalesce(${notifications.message} ->> 'orgId', ''), ${notifications.message} ->> 'key']`;
  const fact = (name: string) => sql`${notifications.message} #>> array['about', ${name}::text]`;
  return sql`coalesce((select case when rule.value is null or ${fact("txnId")} is null then false
    when rule.value ? 'verification' then not exists (select 1 from submissions s where s.transaction_id = ${fact("txnId")}
      and s.verification_name = ${fact("verificationName")} and rule.value -> 'verification' ? s.state)
    else not exists (select 1 from transactions t where t.id = ${fact("txnId")} and rule.value -> 'form' ? t.state) end
    from (select ${rule} as value) rule), false)`;
}

/** The states in which each notice is new, by organisation and key. */
function toOpenStates(config: NoticeReader["config"]) {
  const toRules = (release: Pick<OrganisationRelease, "get">) =>
    Object.fromEntries(
      Object.entries(release.get("messages", "messages")?.notices ?? {}).flatMap(([key, { newWhile }]) => {
        const isOfVerification = noticeFacts[key as NoticeKey].some((fact) => fact === "verificationName");
        return newWhile ? [[key, { [isOfVerification ? "verification" : "form"]: newWhile }]] : [];
      }),
    );
  return Object.fromEntries([...config.current().organisations].map(([orgId, release]) => [orgId, toRules(release)]));
}
