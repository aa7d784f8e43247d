import { index, integer, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { transactions } from "./transactions.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/**
 * `due`: to send, also after a failure. `accepted`: the system has it. `dead`: given up; staff may send it again.
 * `obsolete`: decided, or answered again, before it was sent.
 */
export type VerifierCallState = "due" | "accepted" | "dead" | "obsolete";

/** Events for verifiers' systems: one for each version of a submission that they verify. */
export const verifierCalls = pgTable(
  "verifier_calls",
  {
    id: text().primaryKey(),
    orgId: text().notNull(),
    /** The name of the system. */
    system: text().notNull(),
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    subType: text().notNull(),
    version: integer().notNull(),
    state: text().$type<VerifierCallState>().notNull().default("due"),
    attempts: integer().notNull().default(0),
    /** While `due`: the next attempt, or the end of the lease of the present one. */
    dueAt: moment().notNull(),
    createdAt: moment().notNull(),
    acceptedAt: moment(),
    /** Why the last attempt failed. */
    lastError: text(),
  },
  (table) => [
    unique("verifier_calls_once").on(table.transactionId, table.subType, table.version),
    index("verifier_calls_due").on(table.state, table.dueAt),
    index("verifier_calls_of_organisation").on(table.orgId, table.state, table.createdAt),
  ],
);
