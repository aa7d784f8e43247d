import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { transactions } from "./transactions.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/**
 * The mailbox that support entered for a basic detail, in place of the directory's. Codes go there; other messages only
 * after the candidate has confirmed it by a code.
 */
export const mailboxCorrections = pgTable(
  "mailbox_corrections",
  {
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    fieldName: text().notNull(),
    mailbox: text().notNull(),
    reason: text().notNull(),
    correctedBy: text().notNull(),
    correctedAt: moment().notNull(),
    confirmedAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.fieldName] })],
);
