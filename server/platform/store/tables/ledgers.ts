import { bigint, bigserial, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/*
 * Append-only ledgers. functions.sql rejects every change and chains each row to the one before; `ledger.ts` checks the
 * chain. Where another role owns the tables, the server may only read them and add to the audit log. The hash of a row
 * includes its column names and values: never rename these columns or rewrite old rows. Old rows keep former names of
 * events and operations.
 *
 * Each ledger is partitioned by month (`make_ledger_months` in functions.sql), so its key includes the time. The chain
 * is not partitioned: every commit reads its end by key.
 */

/**
 * Hashes of contents, made by `content_hash` in functions.sql. `v` is the version of their form; a later form gets the
 * next number, and the functions of each are kept, so that older rows stay comparable.
 */
export interface RecordedContent {
  v: 1;
  /** The candidate's names and identity documents. */
  names: string;
  /** Data of a submission; empty when it was removed. */
  data?: string;
  /** By file id; empty when there was no such file. */
  files?: Record<string, string>;
  /** The credential that was presented; empty without one. */
  presentation?: string;
  /** The name at submission. */
  holder?: string;
  /** Owner, basic details and answers at submission. */
  details?: string;
}

/** Every state transition of a transaction and its items, written by triggers in the same database transaction. */
export const stateLedger = pgTable(
  "state_ledger",
  {
    id: bigserial({ mode: "number" }).notNull(),
    transactionId: text().notNull(),
    /** Null: the transaction itself. */
    item: text(),
    fromState: text().notNull(),
    toState: text().notNull(),
    /** The operation or job that caused the transition. */
    movedBy: text().notNull(),
    movedAt: moment().notNull(),
    /**
     * Salted hashes of what the row was made on. Null for a change by hand, and in rows from before there were any. A
     * row whose two states are equal records an edit.
     */
    content: jsonb().$type<RecordedContent>(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.movedAt] }),
    index("state_ledger_transaction").on(table.transactionId, table.id),
  ],
);

/** Sign-ins, failures, blocks, reuse, denials, payments. No content, no unmasked numbers. */
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

/** Every status of an order or refund since its creation, written by triggers. */
export const orderLedger = pgTable(
  "order_ledger",
  {
    id: bigserial({ mode: "number" }).notNull(),
    orderId: text().notNull(),
    /** Null: the order itself. */
    refundId: text(),
    /** Null at creation. */
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

/** One hash chain over the rows of the three ledgers. Each link hashes its predecessor and its row as committed. */
export const ledgerChain = pgTable("ledger_chain", {
  seq: bigint({ mode: "number" }).primaryKey(),
  /** Table and key of the row. */
  source: text().notNull(),
  rowId: bigint({ mode: "number" }).notNull(),
  hash: text().notNull(),
});
