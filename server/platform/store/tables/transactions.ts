import { sql } from "drizzle-orm";
import { boolean, index, integer, json, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { State } from "#engine/api/states.ts";
import { findOrigin } from "../../origin.ts";
import { candidates } from "./candidates.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/** The documents that an organisation's transactions began with, kept as long as one of them lives: a form does not change under the one who fills it in. */
export const releases = pgTable(
  "releases",
  {
    id: text().notNull(),
    orgId: text().notNull(),
    /** `{"{kind}/{id}": document}` of requests, verifications, forms, rules, options; as they were, each key in its place. */
    documents: json().$type<Record<string, unknown>>().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.orgId] })],
);

/** What a candidate does for one request of an organisation. */
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
    /** What its candidate was called when it was submitted: another name that is proved later is not what the verifier saw. Null where it was not submitted, or by a release that did not keep it. */
    holderName: text(),
    /** The last time the candidate gave something: the 30 days after which it is closed count from here. */
    activeAt: moment().notNull(),
    remindersSent: integer().notNull().default(0),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    index("transactions_candidate").on(table.candidateId, table.createdAt),
    index("transactions_state").on(table.state, table.activeAt),
    index("transactions_moved").on(table.state, table.updatedAt),
    index("transactions_reported")
      .on(table.updatedAt)
      .where(sql`${table.evaluationState} = 'documentSent'`),
  ],
);

/** A credential that did in place of a verification. */
export interface StoredPresented {
  /** The verification whose credential it is; its form says what the facts mean. */
  verificationName: string;
  issuer: string;
  vct: string;
  /** Missing where its issuer does not say. */
  issuedAt?: string;
  presentedAt: string;
  from: "here" | "elsewhere";
  /** Hash of what another wallet showed: the same again is no second answer. */
  shownHash?: string;
  holder: string;
  attributes: Record<string, string | number | boolean | null>;
}

/** One verification of a transaction. Its own state moves for identity only; others take theirs from their submissions. */
export const transactionItems = pgTable(
  "transaction_items",
  {
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    name: text().notNull(),
    position: integer().notNull(),
    /** Proved once for the whole profile (Aadhaar, passport). */
    identity: boolean().notNull().default(false),
    state: text().$type<State>().notNull(),
    markedAsSkip: boolean().notNull().default(false),
    /** The credential that was shown in its place, with what of it was shown. */
    presented: jsonb().$type<StoredPresented>(),
    /** The number of the last submission ever made; numbers are never used again. */
    lastNumber: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.name] })],
);

/** What the verifier asks for after it found something missing. */
export interface Insufficiency {
  reason: string;
  /** Pointers into the form's data. */
  fields: string[];
  /** Places, in each of which something must become another: what was named, "" for anything. */
  places?: string[];
  requestedAt: string;
}

/** One set of data given for a verification; `{verificationName}-{n}` is its id inside the transaction. */
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
    /** The last request that gave it or decided it. */
    requestId: text()
      .$defaultFn(() => findOrigin() ?? sql`null`)
      .$onUpdateFn(() => findOrigin() ?? sql`request_id`),
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

/** What is being typed; `subType` is empty for a submission that does not exist yet. */
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
    updatedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.verificationName, table.subType] })],
);

/** Basic details that a code to their mailbox has proved. */
export const userInputs = pgTable(
  "user_inputs",
  {
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    fieldName: text().notNull(),
    value: text().notNull(),
    /** Where the code went; later mail about the transaction goes there too. */
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

/** Requests to write a name differently; one row per transaction while it is open. */
export const nameChangeRequests = pgTable("name_change_requests", {
  transactionId: text()
    .primaryKey()
    .references(() => transactions.id),
  verificationName: text().notNull(),
  documentList: jsonb().$type<{ label: string; url: string }[]>().notNull(),
  requestedAt: moment().notNull(),
});

/** Allowed moves, filled from catalogues/states at start; triggers read it, so that not even a bug or a hand in the database makes a move that is not allowed. */
export const stateTransitions = pgTable(
  "state_transitions",
  {
    subject: text().$type<"transaction" | "item">().notNull(),
    fromState: text().notNull(),
    toState: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.fromState, table.toState] })],
);

/** Verifier events already handled: the same one again has no effect. */
export const verifierEvents = pgTable("verifier_events", {
  eventId: text().primaryKey(),
  transactionId: text().notNull(),
  subType: text().notNull(),
  outcome: text().notNull(),
  effect: text().notNull(),
  receivedAt: moment().notNull(),
});

/** What a completed submission becomes; signed, so that it can be checked without us. */
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
    /** The hash by which the wallet knows that it has this one already. */
    attributesHash: text().notNull(),
    issuer: text().notNull(),
    /** `dc+sd-jwt` with every disclosure; before `vct` was written a `vc+jwt`, which a job issues anew. */
    token: text().notNull(),
    /** Address of its type; null until it has the form of today, empty where what was kept is not what was signed. */
    vct: text(),
    /** The private key that it is bound to, sealed: this wallet keeps it for the candidate. */
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
    index("credentials_old_form")
      .on(table.issuedAt)
      .where(sql`${table.vct} is null`),
  ],
);
