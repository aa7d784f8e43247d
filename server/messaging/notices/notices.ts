import { and, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Notification } from "#engine/api/notices.ts";
import type { MessageKey, MessageValues } from "#engine/documents/message-keys.ts";
import type { NoticeFacts } from "#engine/documents/notice-facts.ts";
import type { ConfigReader } from "#server/config/reader.ts";
import { newId } from "#server/platform/ids.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { notifications } from "#server/platform/store/tables/notices.ts";
import type { FindWords } from "../words/words.ts";
import { toLink } from "./link.ts";

/** A notice to a candidate, in the words that an organisation has for its key. */
export interface Notice<K extends MessageKey<"notices">> {
  candidateId: string;
  key: K;
  values: MessageValues<"notices", K>;
  /** What it opens is addressed by these. */
  about: NoticeFacts<K>;
  orgId?: string;
  now: Date;
  image?: string;
}

/** Tells a candidate something, in the transaction of what it tells about. It is put into words when it is read. */
export async function writeNotification<K extends MessageKey<"notices">>(
  tx: Queryable,
  { candidateId, key, values, about, orgId, now, image }: Notice<K>,
): Promise<void> {
  const message = { key, values, about, ...(orgId !== undefined && { orgId }) };
  await tx.insert(notifications).values({ id: newId(), candidateId, message, image: image ?? null, createdAt: now });
}

/** How notices are shown: in which language, whose words, and where they lead. */
interface Reading {
  language: string;
  findWords: FindWords;
  config: Pick<ConfigReader, "current">;
}

/**
 * One page of a candidate's notices, newest first, in a language; each with what it opens, and the picture of whom it
 * speaks for unless it was given one of its own.
 */
export async function listNotifications(
  db: Queryable,
  candidateId: string,
  page: { seed: number; count: number },
  { language, findWords, config }: Reading,
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
    const speaker = organisations.get(message?.orgId ?? "");
    const link = message ? toLink(speaker ?? organisations.get(defaultOrgId), message) : undefined;
    const picture = image ?? speaker?.organisation.logo;
    return {
      _id: id,
      ...(message
        ? findWords(language, message.orgId).notice(message.key, message.values)
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

/** How many notices a candidate has. */
export async function countNotifications(db: Queryable, candidateId: string): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(notifications)
    .where(eq(notifications.candidateId, candidateId));
  return all?.total ?? 0;
}

/** How many notices a candidate has not read. */
async function countUnread(db: Queryable, candidateId: string): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(notifications)
    .where(and(eq(notifications.candidateId, candidateId), isNull(notifications.readAt)));
  return all?.total ?? 0;
}

/** Marks a candidate's notices as read: these, or all. Gives how many are left; a name that is not theirs changes nothing. */
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
