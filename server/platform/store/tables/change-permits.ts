import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { transactions } from "./transactions.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/** Verifications of a submitted form that support lets its candidate change for a time. */
export const changePermits = pgTable(
  "change_permits",
  {
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    verificationName: text().notNull(),
    until: moment().notNull(),
    allowedBy: text().notNull(),
    allowedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.verificationName] })],
);
