import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { MessageKey, MessageValue } from "#engine/core/definitions/message-keys.ts";
import { candidates } from "./candidates.ts";

/**
 * A notice as a message key and values. `about` holds the parameters of the screen that it opens; older notices lack
 * it.
 */
export interface StoredNotice {
  key: MessageKey<"notices">;
  values: Record<string, MessageValue>;
  orgId?: string;
  about?: Record<string, string>;
}

/** Notices to a candidate, written in the business transaction that caused them. */
export const notifications = pgTable(
  "notifications",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    /**
     * Message key, placeholder values and organisation. The text is made when the notice is read, in the reader's
     * language.
     */
    message: jsonb().$type<StoredNotice>(),
    /** Older notices were stored as text. */
    title: text(),
    description: text(),
    image: text(),
    createdAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
    /** Time of opening, or of marking several as read. */
    readAt: timestamp({ withTimezone: true, mode: "date" }),
  },
  (table) => [
    index("notifications_candidate").on(table.candidateId, table.createdAt, table.id),
    index("notifications_unread")
      .on(table.candidateId)
      .where(sql`read_at is null`),
  ],
);
