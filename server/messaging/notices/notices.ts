import { and, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Notification } from "#engine/core/scope/shapes/notifications.ts";
import type { MessageKey, MessageValues } from "#engine/core/definitions/message-keys.ts";
import { toAddress } from "#engine/core/definitions/address.ts";
import type { NoticeFacts } from "#engine/core/definitions/notice-facts.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import type { OrganisationRelease } from "#server/config/release.ts";
import { newId } from "#server/platform/ids.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { notifications, type StoredNotice } from "#server/platform/store/tables/notices.ts";
import type { FindMessageTexts } from "../texts/message-texts.ts";

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
    .select()
    .from(notifications)
    .where(eq(notifications.candidateId, candidateId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(page.count)
    .offset(page.seed);
  const list = rows.map(({ id, message, title, description, image, createdAt, readAt }): Notification => {
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
      read: readAt !== null,
      ...(link !== undefined && { link }),
    };
  });
  const total = await countNotifications(db, candidateId);
  return { list, total, unread: await countUnread(db, candidateId) };
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

/** The number of unread notices. */
async function countUnread(db: Queryable, candidateId: string): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(notifications)
    .where(and(eq(notifications.candidateId, candidateId), isNull(notifications.readAt)));
  return all?.total ?? 0;
}

/**
 * Marks these notices of a candidate as read, or all of them. Returns the number of unread ones. Ignores foreign ids.
 */
export async function markRead(db: Queryable, candidateId: string, ids?: readonly string[]): Promise<number> {
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
  return countUnread(db, candidateId);
}
