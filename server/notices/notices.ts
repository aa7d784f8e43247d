import { count, desc, eq } from "drizzle-orm";
import type { Notification } from "#engine/api/notices.ts";
import { newId } from "../ids.ts";
import type { Queryable } from "../store/database.ts";
import { notifications } from "../store/tables/notices.ts";

/** Tells a candidate something, in the transaction of what it tells about. */
export async function writeNotification(tx: Queryable, notice: { candidateId: string; title: string; description: string; now: Date; image?: string }): Promise<void> {
  const { candidateId, title, description, now, image } = notice;
  await tx.insert(notifications).values({ id: newId(), candidateId, title, description, image: image ?? null, createdAt: now });
}

/** One page of a candidate's notices, newest first. */
export async function listNotifications(db: Queryable, candidateId: string, page: { seed: number; count: number }): Promise<{ list: Notification[]; total: number }> {
  const own = eq(notifications.candidateId, candidateId);
  const rows = await db.select().from(notifications).where(own).orderBy(desc(notifications.createdAt), desc(notifications.id)).limit(page.count).offset(page.seed);
  const [all] = await db.select({ total: count() }).from(notifications).where(own);
  return {
    list: rows.map(({ id, title, description, image, createdAt }) => ({ _id: id, title, description, ...(image && { image }), createdAt: createdAt.toISOString() })),
    total: all?.total ?? 0,
  };
}
