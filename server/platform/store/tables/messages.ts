import { bigserial, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Messages that were decided but perhaps not sent yet: written in the business transaction, sent by a job. */
export const outbox = pgTable(
  "outbox",
  {
    id: text().primaryKey(),
    seq: bigserial({ mode: "number" }).notNull(),
    /** The same event never writes two messages. */
    dedupKey: text().notNull().unique(),
    channel: text({ enum: ["sms", "whatsapp", "email"] }).notNull(),
    recipient: text().notNull(),
    /** `{subject, text, otp}`, sealed; removed once sent. */
    sealedContent: text(),
    attempts: integer().notNull().default(0),
    /** The request that began it. */
    requestId: text(),
    dueAt: timestamp({ withTimezone: true }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    sentAt: timestamp({ withTimezone: true }),
    failedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.sentAt, table.dueAt), index("outbox_created").on(table.createdAt)],
);

/** What the sandbox drivers received in place of a phone or a mailbox; content sealed like everywhere. */
export const sandboxMessages = pgTable(
  "sandbox_messages",
  {
    id: text().primaryKey(),
    seq: bigserial({ mode: "number" }).notNull(),
    channel: text({ enum: ["sms", "whatsapp", "email"] }).notNull(),
    recipient: text().notNull(),
    sealedContent: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.recipient)],
);

/** Analytics events and error reports of the pages, first party. */
export const telemetry = pgTable(
  "telemetry",
  {
    seq: bigserial({ mode: "number" }).primaryKey(),
    kind: text({ enum: ["event", "error"] }).notNull(),
    entry: jsonb().$type<Record<string, unknown>>().notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
  },
  // They come in the order of time: an index of a few pages tells which part of the table is old.
  (table) => [index("telemetry_received").using("brin", table.receivedAt)],
);
