import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { State } from "#engine/core/definitions/states.ts";
import { indexKeyIds } from "./index-key-ids.ts";
import { staff } from "./staff.ts";
import { submissions, transactions, type Insufficiency } from "./transactions.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/**
 * One row per submission that a verifier has or had to decide, with what the queue selects and sorts by. Triggers on
 * `submissions` and `transactions` keep it (functions.sql); code writes only who works on it.
 */
export const cases = pgTable(
  "cases",
  {
    transactionId: text().notNull(),
    subType: text().notNull(),
    orgId: text().notNull(),
    verificationName: text().notNull(),
    /** The state of the submission; CLOSED when its transaction ended without a decision. */
    state: text().$type<State>().notNull(),
    /** The promised date. */
    dueAt: moment().notNull(),
    /** The time of the present state. */
    since: moment().notNull(),
    /** What the answer names as its institution: an id of a list, or free text. Null without one. */
    institution: text(),
    /** The candidate's language. */
    language: text(),
    assigneeId: text().references(() => staff.id),
    assignedAt: moment(),
    /** The time of the last change by the real clock; a trigger sets it. */
    changedAt: moment()
      .notNull()
      .default(sql`now()`),
  },
  (table) => {
    const isOpen = sql`${table.state} in ('SUBMITTED', 'IN_PROGRESS')`;
    const order = [table.dueAt, table.transactionId, table.subType] as const;
    return [
      primaryKey({ columns: [table.transactionId, table.subType] }),
      foreignKey({
        columns: [table.transactionId, table.subType],
        foreignColumns: [submissions.transactionId, submissions.subType],
        name: "cases_submission",
      }).onDelete("cascade"),
      index("cases_open")
        .on(table.orgId, ...order)
        .where(isOpen),
      index("cases_open_verification")
        .on(table.orgId, table.verificationName, ...order)
        .where(isOpen),
      index("cases_open_institution")
        .on(table.orgId, table.institution, ...order)
        .where(isOpen),
      index("cases_open_language")
        .on(table.orgId, table.language, ...order)
        .where(isOpen),
      index("cases_assignee").on(table.assigneeId, table.orgId, ...order),
      index("cases_changed").on(table.orgId, table.changedAt),
      index("cases_state").on(table.orgId, table.state, ...order),
    ];
  },
);

/** Notes of staff on a case. Candidates never read them. */
export const caseNotes = pgTable(
  "case_notes",
  {
    id: text().primaryKey(),
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    subType: text().notNull(),
    staffId: text()
      .notNull()
      .references(() => staff.id),
    text: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [index().on(table.transactionId, table.subType, table.createdAt)],
);

/** Answers that a verifier asked to change, as they were, with what was asked. */
export const submissionVersions = pgTable(
  "submission_versions",
  {
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    subType: text().notNull(),
    /** From 1. */
    version: integer().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    insufficiency: jsonb().$type<Insufficiency>(),
    replacedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.subType, table.version] })],
);

/** Requests to institutions about a case, and their answers. */
export const sourceRequests = pgTable(
  "source_requests",
  {
    id: text().primaryKey(),
    orgId: text().notNull(),
    transactionId: text().notNull(),
    subType: text().notNull(),
    /** The version of the answer that was asked about. */
    version: integer().notNull(),
    institution: text().notNull(),
    email: text().notNull(),
    tokenHash: text().notNull().unique(),
    /** The token of the link, sealed for reminders; empty once the request has ended. */
    sealedToken: text().notNull(),
    staffId: text()
      .notNull()
      .references(() => staff.id),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    remindedAt: moment(),
    cancelledAt: moment(),
    answeredAt: moment(),
    answer: jsonb().$type<{
      verdict: "correct" | "differs" | "unknown" | "not-us";
      registrar?: string;
      note?: string;
    }>(),
  },
  (table) => [
    foreignKey({
      columns: [table.transactionId, table.subType],
      foreignColumns: [submissions.transactionId, submissions.subType],
      name: "source_requests_submission",
    }).onDelete("cascade"),
    index("source_requests_of_case").on(table.transactionId, table.subType, table.createdAt),
    index("source_requests_open")
      .on(table.createdAt)
      .where(sql`${table.answeredAt} is null and ${table.cancelledAt} is null`),
    indexKeyIds("source_requests_key_ids", table.sealedToken, table.id),
  ],
);
