import { index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { MessageKey, MessageValue } from "#engine/documents/message-keys.ts";
import { candidates } from "./candidates.ts";

/** Notices to a candidate, written in the business transaction that they tell of. */
export const notifications = pgTable(
  "notifications",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    /** The key of a notice, what fills its gaps, and whose words it is said in: worded for whoever reads it, when it is read. */
    message: jsonb().$type<{ key: MessageKey<"notices">; values: Record<string, MessageValue>; orgId?: string }>(),
    /** Notices of before were stored in words, and stay readable. */
    title: text(),
    description: text(),
    image: text(),
    createdAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [index("notifications_candidate").on(table.candidateId, table.createdAt, table.id)],
);
