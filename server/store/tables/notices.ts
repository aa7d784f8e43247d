import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { candidates } from "./candidates.ts";

/** Notices to a candidate, written in the business transaction that they tell of. */
export const notifications = pgTable(
  "notifications",
  {
    id: text().primaryKey(),
    candidateId: text().notNull().references(() => candidates.id),
    title: text().notNull(),
    description: text().notNull(),
    image: text(),
    createdAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [index("notifications_candidate").on(table.candidateId, table.createdAt, table.id)],
);
