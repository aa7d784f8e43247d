import { sql } from "drizzle-orm";
import { boolean, index, integer, json, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { State } from "#engine/core/definitions/states.ts";
import { findCorrelationId } from "../../request-context.ts";
import { candidates } from "./candidates.ts";
import { indexKeyIds } from "./index-key-ids.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/** Pinned definitions of an organisation's transactions, kept as long as one of them exists. */
export const releases = pgTable(
  "releases",
  {
    id: text().notNull(),
    orgId: text().notNull(),
    /**
     * `{"{kind}/{id}": definition}` of requests, verifications, forms, rules, options and prices, keys in their order.
     */
    definitions: json().$type<Record<string, unknown>>().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.orgId] })],
);

/** A candidate's transaction for one request of an organisation. */
export const transactions = pgTable(
  "transactions",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    orgId: text().notNull(),
    formId: text().notNull(),
    releaseId: text().notNull(),
    state: text().$type<State>().notNull(),
    evaluationState: text()
      .$type<"notInitialized" | "evaluationRequested" | "documentSent" | "evaluationReportSent">()
      .notNull()
      .default("notInitialized"),
    expectedMin: moment(),
    expectedMax: moment(),
    express: boolean().notNull().default(false),
    submittedAt: moment(),
    /**
     * The candidate's name at submission, because the verifier did not see a later one. Null before submission, or for
     * a release that did not store it.
     */
    holderName: text(),
    /** The candidate's last input. The transaction is closed 30 days later. */
    activeAt: moment().notNull(),
    remindersSent: integer().notNull().default(0),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    /** Salt of the hashes of contents in the ledger. They cannot be guessed any more once this row is gone. */
    contentSalt: text()
      .notNull()
      .default(sql`gen_random_uuid()`),
  },
  (table) => [
    index("transactions_candidate").on(table.candidateId, table.createdAt),
    index("transactions_organisation").on(table.orgId, table.createdAt, table.id),
    index("transactions_state").on(table.state, table.activeAt),
    index("transactions_state_updated").on(table.state, table.updatedAt),
    index("transactions_reported")
      .on(table.updatedAt)
      .where(sql`${table.evaluationState} = 'documentSent'`),
  ],
);

/** A presentation that completed a verification. */
export interface StoredPresentation {
  /** The verification of the credential; its form defines the facts. */
  verificationName: string;
  issuer: string;
  vct: string;
  /** Missing when the issuer does not state it. */
  issuedAt?: string;
  presentedAt: string;
  source: "this-wallet" | "other-wallet";
  /** Hash of another wallet's presentation, to recognise a repeated response. */
  presentationHash?: string;
  holder: string;
  attributes: Record<string, string | number | boolean | null>;
}

/** One verification of a transaction. Identity items have their own state; others derive it from their submissions. */
export const transactionItems = pgTable(
  "transaction_items",
  {
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    name: text().notNull(),
    position: integer().notNull(),
    /** Verified once for the whole profile (Aadhaar, passport). */
    identity: boolean().notNull().default(false),
    state: text().$type<State>().notNull(),
    markedAsSkip: boolean().notNull().default(false),
    /** The credential that was presented instead, with its disclosed facts. */
    presentation: jsonb().$type<StoredPresentation>(),
    /** Number of the last submission ever created; numbers are never reused. */
    lastNumber: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.name] })],
);

/** A verifier's request for more data. */
export interface Insufficiency {
  reason: string;
  /** Pointers into the form's data. */
  fields: string[];
  /** Reasons of single fields by pointer, where the verifier gave them. */
  fieldReasons?: Record<string, string>;
  /** Pointers; at or below each of them a value must change. "": anywhere. */
  mustChange?: string[];
  requestedAt: string;
}

/** Data saved for a verification; `{verificationName}-{n}` is its id within the transaction. */
export const submissions = pgTable(
  "submissions",
  {
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    subType: text().notNull(),
    verificationName: text().notNull(),
    number: integer().notNull(),
    state: text().$type<State>().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    insufficiency: jsonb().$type<Insufficiency>(),
    reason: text(),
    /** Correlation id of the last request that saved or decided it. */
    requestId: text()
      .$defaultFn(() => findCorrelationId() ?? sql`null`)
      .$onUpdateFn(() => findCorrelationId() ?? sql`request_id`),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.subType] }),
    index("submissions_submitted")
      .on(table.transactionId)
      .where(sql`${table.state} = 'SUBMITTED'`),
    index("submissions_failed")
      .on(table.updatedAt)
      .where(sql`${table.state} = 'FAILED'`),
  ],
);

/** Form drafts; `subType` is empty for a new submission, `page` is the open page of a form with pages. */
export const drafts = pgTable(
  "drafts",
  {
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    verificationName: text().notNull(),
    subType: text().notNull().default(""),
    version: integer().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    page: text(),
    updatedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.verificationName, table.subType] })],
);

/** Basic details, each verified by a code to its mailbox. */
export const userInputs = pgTable(
  "user_inputs",
  {
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    fieldName: text().notNull(),
    value: text().notNull(),
    /** Mailbox of the code; later email about the transaction goes there too. */
    mailbox: text().notNull(),
    verifiedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.fieldName] })],
);

/** Answers to the pre-start questions. */
export const answers = pgTable(
  "answers",
  {
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    questionId: text().notNull(),
    answer: text().notNull(),
    answeredAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.questionId] })],
);

/**
 * Allowed transitions, filled from catalogues/states at start. Triggers check them, so that neither a bug nor manual
 * SQL makes a forbidden one.
 */
export const stateTransitions = pgTable(
  "state_transitions",
  {
    subject: text().$type<"transaction" | "item">().notNull(),
    fromState: text().notNull(),
    toState: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.fromState, table.toState] })],
);

/** Handled verifier events: a repeated event has no effect. */
export const verifierEvents = pgTable(
  "verifier_events",
  {
    eventId: text().primaryKey(),
    transactionId: text().notNull(),
    subType: text().notNull(),
    outcome: text().notNull(),
    effect: text().notNull(),
    /** The member of staff who decided in the console; null for a provider's system. */
    staffId: text(),
    receivedAt: moment().notNull(),
  },
  (table) => [index("verifier_events_of_submission").on(table.transactionId, table.subType, table.receivedAt)],
);

/** The credential of a completed submission; signed, so that others can verify it without this server. */
export const credentials = pgTable(
  "credentials",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    transactionId: text().notNull(),
    subType: text().notNull(),
    credentialType: text().notNull(),
    attributes: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
    /** Recognises a credential that the wallet has already. */
    attributesHash: text().notNull(),
    issuer: text().notNull(),
    /** `dc+sd-jwt` with every disclosure. A row without `vct` has a `vc+jwt`, which a job reissues. */
    token: text().notNull(),
    /** URL of its type; null in the former format, empty when stored and signed content differ. */
    vct: text(),
    /** The private key that it is bound to, sealed; the wallet holds it for the candidate. */
    holderKey: text(),
    documentUrl: text(),
    receivedAt: moment(),
    revokedAt: moment(),
    revokedReason: text(),
    issuedAt: moment().notNull(),
  },
  (table) => [
    index("credentials_candidate").on(table.candidateId, table.issuedAt),
    index("credentials_of_submission").on(table.transactionId, table.subType),
    indexKeyIds("credentials_key_ids", table.holderKey, table.id),
    index("credentials_withdrawn")
      .on(table.id)
      .where(sql`${table.revokedAt} is not null`),
    index("credentials_legacy_format")
      .on(table.issuedAt)
      .where(sql`${table.vct} is null`),
  ],
);
