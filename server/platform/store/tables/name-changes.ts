import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { transactions } from "./transactions.ts";

/** Requests for another spelling of a name; at most one of a transaction is open. */
export const nameChangeRequests = pgTable(
  "name_change_requests",
  {
    /** A server of an earlier release stores none. */
    id: text()
      .primaryKey()
      .default(sql`gen_random_uuid()::text`),
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    verificationName: text().notNull(),
    /** The new name: what the candidate asked for, then what staff approved. Null where a wallet gave none. */
    name: text(),
    documentList: jsonb().$type<{ label: string; url: string }[]>().notNull(),
    requestedAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
    state: text().$type<"open" | "approved" | "refused">().notNull().default("open"),
    /** The name before the decision. */
    formerName: text(),
    /** A ready-made reason in English, or the text of the member of staff. */
    reason: text(),
    decidedBy: text(),
    decidedAt: timestamp({ withTimezone: true, mode: "date" }),
  },
  (table) => [
    uniqueIndex("name_change_requests_open")
      .on(table.transactionId)
      .where(sql`${table.state} = 'open'`),
    index("name_change_requests_transaction").on(table.transactionId, table.requestedAt),
    index("name_change_requests_state").on(table.state, table.requestedAt),
  ],
);
