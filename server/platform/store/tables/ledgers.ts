import { bigint, bigserial, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/*
 * What happened, never rewritten: functions.sql refuses every change, chains every row to the one before, and where the
 * tables are another role's the server has no right to them but to read, and to add to the audit log. `ledger.ts` checks the chain.
 *
 * The three lie in one table for each month (migrations, `make_ledger_months` in functions.sql), which is why their keys
 * have the moment. The chain does not: its end is read at every commit, by its key.
 */

/** Every move of a transaction and of its items, written by the triggers in the same transaction. */
export const stateLedger = pgTable(
  "state_ledger",
  {
    id: bigserial({ mode: "number" }).notNull(),
    transactionId: text().notNull(),
    /** Null: the transaction itself. */
    item: text(),
    fromState: text().notNull(),
    toState: text().notNull(),
    /** The operation or job that moved it. */
    movedBy: text().notNull(),
    movedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.movedAt] }),
    index("state_ledger_transaction").on(table.transactionId, table.id),
  ],
);

/** Sign-ins, failures, blocks, reuse, denials, payments. No content, no numbers in clear. */
export const auditLog = pgTable(
  "audit_log",
  {
    seq: bigserial({ mode: "number" }).notNull(),
    event: text().notNull(),
    candidateId: text(),
    detail: jsonb().$type<Record<string, string | number | boolean>>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.seq, table.at] }),
    index().on(table.candidateId),
    index("audit_log_published")
      .on(table.at)
      .where(sql`${table.event} = 'config-published'`),
  ],
);

/** How each order and each refund stood, from its making on; written by triggers. */
export const orderLedger = pgTable(
  "order_ledger",
  {
    id: bigserial({ mode: "number" }).notNull(),
    orderId: text().notNull(),
    /** Null: the order itself. */
    refundId: text(),
    /** Null when it was made. */
    fromStatus: text(),
    toStatus: text().notNull(),
    amountMinor: integer().notNull(),
    movedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.movedAt] }),
    index("order_ledger_order").on(table.orderId, table.id),
  ],
);

/** One chain over the rows of the three: each link hashes the one before and its row, as they were when they were committed. */
export const ledgerChain = pgTable("ledger_chain", {
  seq: bigint({ mode: "number" }).primaryKey(),
  /** The table, and the key of the row in it. */
  source: text().notNull(),
  rowId: bigint({ mode: "number" }).notNull(),
  hash: text().notNull(),
});
