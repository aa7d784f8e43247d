import { sql } from "drizzle-orm";
import { bigserial, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { indexKeyIds } from "./index-key-ids.ts";

/** The outbox: messages written in the business transaction and sent by a job. */
export const outbox = pgTable(
  "outbox",
  {
    id: text().primaryKey(),
    seq: bigserial({ mode: "number" }).notNull(),
    /** Prevents a second message for the same event. */
    dedupKey: text().notNull().unique(),
    /** Messages with the same key wait for each other and become one. */
    holdKey: text(),
    /** The notice in the wallet with the same content; null for codes and for what has none. */
    noticeId: text(),
    channel: text({ enum: ["sms", "whatsapp", "email"] }).notNull(),
    recipient: text().notNull(),
    /** `{subject, text, otp}`, sealed; deleted once sent. */
    sealedContent: text(),
    attempts: integer().notNull().default(0),
    /** The correlation id of the request that caused it. */
    requestId: text(),
    dueAt: timestamp({ withTimezone: true }).notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    sentAt: timestamp({ withTimezone: true }),
    failedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index().on(table.sentAt, table.dueAt),
    index("outbox_created").on(table.createdAt),
    index("outbox_notice")
      .on(table.noticeId)
      .where(sql`${table.noticeId} is not null`),
    index("outbox_held")
      .on(table.holdKey)
      .where(sql`${table.holdKey} is not null and ${table.sentAt} is null`),
    indexKeyIds("outbox_key_ids", table.sealedContent, table.id),
  ],
);

/** Messages of the sandbox drivers, in place of phones and mailboxes; sealed too. */
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
  (table) => [index().on(table.recipient), indexKeyIds("sandbox_messages_key_ids", table.sealedContent, table.id)],
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
  // Rows arrive in time order, so a BRIN index of a few pages finds the old ones.
  (table) => [index("telemetry_received").using("brin", table.receivedAt)],
);
