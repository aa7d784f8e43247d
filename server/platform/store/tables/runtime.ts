import { bigint, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { indexKeyIds } from "./index-key-ids.ts";

/** Secrets that this installation generated, stored so that two servers on one database agree. */
export const secrets = pgTable("secrets", {
  name: text().primaryKey(),
  value: text().notNull(),
});

/**
 * The keys that servers have listed in a secret. Rows that need one without naming it (hashes, signatures) are judged
 * by the time at which it was replaced.
 */
export const secretKeys = pgTable(
  "secret_keys",
  {
    secret: text().notNull(),
    /** A hash of the key; not secret. */
    keyId: text().notNull(),
    /** When it first became the newest of its secret; null: never, so nothing needs it. */
    newestAt: timestamp({ withTimezone: true }),
    /** When a server listed it behind another; null while it is the newest. */
    replacedAt: timestamp({ withTimezone: true }),
    /** When another party last used it, to the hour. */
    usedAt: timestamp({ withTimezone: true }),
    /** When an operator gave up what still needed it. */
    droppedAt: timestamp({ withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.secret, table.keyId] })],
);

/** One row: the offset of `app_now()` from the real clock. Only the sandbox writes it. */
export const sandboxClock = pgTable("sandbox_clock", {
  id: integer().primaryKey(),
  offsetMs: bigint({ mode: "number" }).notNull(),
});

/** Releases that servers serve at present, so that a page of one server finds its definitions at another. */
export const publications = pgTable(
  "publications",
  {
    /** The release's id. */
    id: text().primaryKey(),
    /** The definitions: JSON, gzip, base64. */
    sources: text().notNull(),
    /** The addresses that it serves. */
    addresses: text().array().notNull(),
    /** Renewed while a server serves it. */
    servedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("publications_served").on(table.servedAt),
    index("publications_addresses").using("gin", table.addresses),
  ],
);

/** Start of the last run of each job, over all servers. */
export const jobRuns = pgTable("job_runs", {
  name: text().primaryKey(),
  lastRunAt: timestamp({ withTimezone: true }).notNull(),
});

/** Counters per network address or candidate in fixed windows. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text().primaryKey(),
    windowStartedAt: timestamp({ withTimezone: true }).notNull(),
    count: integer().notNull(),
  },
  (table) => [index("rate_limits_started").on(table.windowStartedAt)],
);

/** First responses by Idempotency-Key, sealed; `status` is null while the call runs. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    id: text().primaryKey(),
    operation: text().notNull(),
    bodyHash: text().notNull(),
    /** The request that holds the lease, and the end of the lease. The request renews it while it runs. */
    leaseId: text(),
    leasedUntil: timestamp({ withTimezone: true }),
    status: integer(),
    sealedResponse: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.createdAt), indexKeyIds("idempotency_keys_key_ids", table.sealedResponse, table.id)],
);
