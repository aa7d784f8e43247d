import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/**
 * A person with a wallet. `verifiedAt` is null until they enter a code sent to the number; a row that stays unverified
 * is deleted. Every column that refers to this table needs an index, because each deletion looks there.
 */
export const candidates = pgTable(
  "candidates",
  {
    id: text().primaryKey(),
    /** E.164; null once the wallet is locked, because the number then belongs to another wallet. */
    mobile: text().unique(),
    /** The number of a locked wallet: support finds it by this, and no message goes there. */
    formerMobile: text(),
    lockedAt: timestamp({ withTimezone: true }),
    displayName: text().notNull(),
    locale: text().notNull().default("en"),
    agentId: text(),
    /** Set by identity verification only; `displayName` comes from the sign-up. */
    provedName: text(),
    verifiedAt: timestamp({ withTimezone: true }),
    passkeyOfferDeclinedAt: timestamp({ withTimezone: true }),
    /** Set by servers of earlier releases; a job turns it into a row of `deletion_requests`. */
    deletionRequestedAt: timestamp({ withTimezone: true }),
    /** When their data was deleted on request. The row stays for the orders that the law keeps. */
    erasedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Salt of the hashes of names in the ledger. They cannot be guessed any more once this row is gone. */
    contentSalt: text()
      .notNull()
      .default(sql`gen_random_uuid()`),
  },
  (table) => [
    index("candidates_unverified")
      .on(table.createdAt)
      .where(sql`${table.verifiedAt} is null`),
    index("candidates_last_digits").on(sql`right(coalesce(${table.mobile}, ${table.formerMobile}), 4)`),
  ],
);

/**
 * Verified facts about a candidate, by category. Never a full document number, so that a stolen database identifies no
 * one.
 */
export const profileVerifications = pgTable(
  "profile_verifications",
  {
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    category: text().notNull(),
    type: text().notNull(),
    subType: text().notNull(),
    maskedNumber: text(),
    /** Keyed hash: it recognises the same document, and the number cannot be recovered from it. */
    numberHash: text(),
    /** Uploaded documents and other non-sensitive answers of the form. */
    data: jsonb().$type<Record<string, unknown>>(),
    verifiedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.candidateId, table.type] })],
);

/** Consents of a candidate, with the text that they read. */
export const consents = pgTable(
  "consents",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    purpose: text().notNull(),
    text: text().notNull(),
    locale: text().notNull(),
    givenAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.candidateId)],
);
