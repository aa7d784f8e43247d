import { bigint, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Keys that this installation made for itself; kept here so that two servers on one database agree. */
export const secrets = pgTable("secrets", {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** One row: how far `app_now()` runs ahead of the real clock. Written by the sandbox alone. */
export const sandboxClock = pgTable("sandbox_clock", {
  id: integer().primaryKey(),
  offsetMs: bigint({ mode: "number" }).notNull(),
});

/** The documents of releases that servers serve: what a page was told by one server, another one finds too. */
export const publications = pgTable(
  "publications",
  {
    /** The release's id. */
    id: text().primaryKey(),
    /** What it is made of: JSON, gzip, base64. */
    sources: text().notNull(),
    /** Where its documents are served. */
    addresses: text().array().notNull(),
    /** Told again while it is served. */
    servedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("publications_served").on(table.servedAt),
    index("publications_addresses").using("gin", table.addresses),
  ],
);

/** When each job last began, over all servers. */
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

/** First answers under an Idempotency-Key; `status` is null while a request runs. The answer is sealed. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    id: text().primaryKey(),
    operation: text().notNull(),
    bodyHash: text().notNull(),
    /** Which request runs, and until when the others leave it to that one; it says so again while it runs. */
    claim: text(),
    leasedUntil: timestamp({ withTimezone: true }),
    status: integer(),
    sealedAnswer: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.createdAt)],
);
