import { count, desc, eq } from "drizzle-orm";
import type { Notification } from "#engine/api/notices.ts";
import type { MessageKey, MessageValues } from "#engine/documents/message-keys.ts";
import { newId } from "#server/platform/ids.ts";
import type { Queryable } from "#server/platform/store/database.ts";
import { notifications } from "#server/platform/store/tables/notices.ts";
import type { FindWords } from "../words/words.ts";

/** A notice to a candidate, in the words that an organisation has for its key. */
export interface Notice<K extends MessageKey<"notices">> {
  candidateId: string;
  key: K;
  values: MessageValues<"notices", K>;
  orgId?: string;
  now: Date;
  image?: string;
}

/** Tells a candidate something, in the transaction of what it tells about. It is put into words when it is read. */
export async function writeNotification<K extends MessageKey<"notices">>(
  tx: Queryable,
  { candidateId, key, values, orgId, now, image }: Notice<K>,
): Promise<void> {
  const message = { key, values, ...(orgId !== undefined && { orgId }) };
  await tx.insert(notifications).values({ id: newId(), candidateId, message, image: image ?? null, createdAt: now });
}

/** One page of a candidate's notices, newest first, in a language. */
export async function listNotifications(
  db: Queryable,
  candidateId: string,
  page: { seed: number; count: number },
  { language, findWords }: { language: string; findWords: FindWords },
): Promise<{ list: Notification[]; total: number }> {
  const own = eq(notifications.candidateId, candidateId);
  const rows = await db
    .select()
    .from(notifications)
    .where(own)
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(page.count)
    .offset(page.seed);
  return {
    list: rows.map(({ id, message, title, description, image, createdAt }) => ({
      _id: id,
      ...(message
        ? findWords(language, message.orgId).notice(message.key, message.values)
        : { title: title ?? "", description: description ?? "" }),
      ...(image && { image }),
      createdAt: createdAt.toISOString(),
    })),
    total: await countNotifications(db, candidateId),
  };
}

/** How many notices a candidate has. */
export async function countNotifications(db: Queryable, candidateId: string): Promise<number> {
  const [all] = await db
    .select({ total: count() })
    .from(notifications)
    .where(eq(notifications.candidateId, candidateId));
  return all?.total ?? 0;
}
