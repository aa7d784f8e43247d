import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { indexKeyIds } from "./index-key-ids.ts";

/** One-time passwords as HMACs. `id` is the client's txnId. */
export const otpCodes = pgTable(
  "otp_codes",
  {
    id: text().primaryKey(),
    purpose: text().notNull(),
    /** Key of the counters: a keyed hash of purpose and subject. */
    limitKey: text().notNull(),
    candidateId: text(),
    codeHmac: text().notNull(),
    /** Data that a success stores (a name, or a field and its value), sealed. */
    sealedPayload: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    consumedAt: timestamp({ withTimezone: true }),
    supersededAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index().on(table.limitKey),
    index().on(table.expiresAt),
    indexKeyIds("otp_codes_key_ids", table.sealedPayload, table.id),
  ],
);

/** Sends and failures per subject and purpose; each change is one conditional statement. */
export const otpLimits = pgTable("otp_limits", {
  key: text().primaryKey(),
  /** Sends in the present 2-hour window; cleared by a success. */
  sends: timestamp({ withTimezone: true }).array().notNull(),
  /** Sends of the last 24 hours; a success keeps them. */
  dailySends: timestamp({ withTimezone: true }).array().notNull(),
  failures: timestamp({ withTimezone: true }).array().notNull(),
  blockedUntil: timestamp({ withTimezone: true }),
});
