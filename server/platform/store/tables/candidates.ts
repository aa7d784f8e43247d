import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** A person with a wallet. `verifiedAt` is null until a code sent to the number was entered; who never does is forgotten. What refers to it has an index on it: each that goes is asked for there. */
export const candidates = pgTable(
  "candidates",
  {
    id: text().primaryKey(),
    /** E.164. */
    mobile: text().notNull().unique(),
    displayName: text().notNull(),
    locale: text().notNull().default("en"),
    agentId: text(),
    /** Proved by identity verification alone; the name given at sign-up is for display. */
    provedName: text(),
    verifiedAt: timestamp({ withTimezone: true }),
    deletionRequestedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("candidates_unproved")
      .on(table.createdAt)
      .where(sql`${table.verifiedAt} is null`),
  ],
);

/** What a candidate has proved about themselves, by category; never a full document number: a stolen database names nobody. */
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
    /** Keyed hash: the same document is recognised, the number cannot be read back. */
    numberHash: text(),
    /** Uploaded papers and other non-sensitive answers of the form. */
    data: jsonb().$type<Record<string, unknown>>(),
    verifiedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.candidateId, table.type] })],
);

/** What a candidate agreed to, in the words they read. */
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

/** The support thread of a candidate. */
export const chatMessages = pgTable(
  "chat_messages",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    author: text({ enum: ["candidate", "support"] }).notNull(),
    text: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.candidateId, table.createdAt)],
);
