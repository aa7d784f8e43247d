import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { MessageKey, MessageValue } from "#engine/documents/message-keys.ts";
import { candidates } from "./candidates.ts";

/** A notice before it is worded. `about`: what it opens is addressed by; those of before have none. */
export interface StoredNotice {
  key: MessageKey<"notices">;
  values: Record<string, MessageValue>;
  orgId?: string;
  about?: Record<string, string>;
}

/** Notices to a candidate, written in the business transaction that they tell of. */
export const notifications = pgTable(
  "notifications",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    /** The key of a notice, what fills its gaps, and whose words it is said in: worded for whoever reads it, when it is read. */
    message: jsonb().$type<StoredNotice>(),
    /** Notices of before were stored in words, and stay readable. */
    title: text(),
    description: text(),
    image: text(),
    createdAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
    /** When it was opened, or marked as read with others. */
    readAt: timestamp({ withTimezone: true, mode: "date" }),
  },
  (table) => [
    index("notifications_candidate").on(table.candidateId, table.createdAt, table.id),
    index("notifications_unread")
      .on(table.candidateId)
      .where(sql`read_at is null`),
  ],
);
