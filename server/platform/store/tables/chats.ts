import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { candidates } from "./candidates.ts";
import { files } from "./files.ts";
import { staff } from "./staff.ts";

/** Messages between a candidate and the support of an organisation. */
export const chatMessages = pgTable(
  "chat_messages",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    /** The organisation whose support reads it; empty for messages of earlier releases without a form. */
    orgId: text().notNull().default(""),
    author: text({ enum: ["candidate", "support"] }).notNull(),
    /** Who of the staff wrote it. */
    staffId: text().references(() => staff.id),
    /** Empty for a file. */
    text: text().notNull(),
    /** The file that was sent; null once it was deleted because of a virus. It belongs to the candidate. */
    fileId: text().references(() => files.id, { onDelete: "set null" }),
    /** The name of the file, also of a deleted one; null for a text. */
    fileName: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.candidateId, table.createdAt), index().on(table.staffId), index().on(table.fileId)],
);

/** A conversation of a candidate with the support of an organisation: who answers it, and what each side has read. */
export const chatThreads = pgTable(
  "chat_threads",
  {
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    orgId: text().notNull(),
    assigneeId: text().references(() => staff.id),
    /** The colleague who handed it over to the assignee; null if the assignee took it. */
    handedOverBy: text().references(() => staff.id),
    /** The time of the first message that has no answer; null when none waits. */
    waitingSince: timestamp({ withTimezone: true }),
    lastAt: timestamp({ withTimezone: true }).notNull(),
    readByCandidateAt: timestamp({ withTimezone: true }),
    readByStaffAt: timestamp({ withTimezone: true }),
    /** The time of the last message about unread answers. */
    remindedAt: timestamp({ withTimezone: true }),
    /** The time of the last change by the real clock, for those who watch. */
    changedAt: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.candidateId, table.orgId] }),
    index("chat_threads_waiting")
      .on(table.orgId, table.waitingSince, table.candidateId)
      .where(sql`${table.waitingSince} is not null`),
    index("chat_threads_last").on(table.orgId, table.lastAt, table.candidateId),
    index("chat_threads_changed").on(table.orgId, table.changedAt),
    index("chat_threads_assignee").on(table.assigneeId),
    index().on(table.handedOverBy),
  ],
);
