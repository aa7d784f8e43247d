import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { staff } from "./staff.ts";

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
    deletionRequestedAt: timestamp({ withTimezone: true }),
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

/** Messages between a candidate and the support of an organisation. */
export const chatMessages = pgTable(
  "chat_messages",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    /** The organisation whose support reads it; empty for messages of earlier releases without a form. */
    orgId: text().notNull().default(""),
    author: text({ enum: ["candidate", "support"] }).notNull(),
    /** Who of the staff wrote it. */
    staffId: text().references(() => staff.id),
    text: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.candidateId, table.createdAt), index().on(table.staffId)],
);

/** A conversation of a candidate with the support of an organisation: who answers it, and what each side has read. */
export const chatThreads = pgTable(
  "chat_threads",
  {
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    orgId: text().notNull(),
    assigneeId: text().references(() => staff.id),
    /** The time of the first message that has no answer; null when none waits. */
    waitingSince: timestamp({ withTimezone: true }),
    lastAt: timestamp({ withTimezone: true }).notNull(),
    readByCandidateAt: timestamp({ withTimezone: true }),
    readByStaffAt: timestamp({ withTimezone: true }),
    /** The time of the last message about unread answers. */
    remindedAt: timestamp({ withTimezone: true }),
    /** The time of the last change by the real clock, for those who watch. */
    changedAt: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.candidateId, table.orgId] }),
    index("chat_threads_waiting")
      .on(table.orgId, table.waitingSince, table.candidateId)
      .where(sql`${table.waitingSince} is not null`),
    index("chat_threads_last").on(table.orgId, table.lastAt, table.candidateId),
    index("chat_threads_changed").on(table.orgId, table.changedAt),
    index("chat_threads_assignee").on(table.assigneeId),
  ],
);
