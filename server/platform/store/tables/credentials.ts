import { index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { candidates } from "./candidates.ts";
import { credentials, transactions } from "./transactions.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/** Keys that sign credentials. The newest whose time has come signs; every one stays published, for what it has signed. */
export const issuerKeys = pgTable("issuer_keys", {
  /** The thumbprint of the key (RFC 7638), and its `kid`. */
  id: text().primaryKey(),
  publicKey: jsonb().$type<Record<string, string>>().notNull(),
  sealedKey: text().notNull(),
  /** Later than it was made, so that who keeps the list of keys has it by then. */
  signsFrom: moment().notNull(),
  createdAt: moment().notNull(),
});

/** One place in the status lists for each token that was signed; a credential that is withdrawn is so at all its places. */
export const credentialStatuses = pgTable(
  "credential_statuses",
  {
    number: integer().primaryKey().generatedAlwaysAsIdentity(),
    credentialId: text()
      .notNull()
      .references(() => credentials.id),
  },
  (table) => [index("credential_statuses_credential").on(table.credentialId)],
);

/** A link by which a candidate shows a credential to somebody who has no account. */
export const credentialLinks = pgTable(
  "credential_links",
  {
    id: text().primaryKey(),
    credentialId: text()
      .notNull()
      .references(() => credentials.id),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    /** Hash of the secret in the address, by which it is found. */
    secretHash: text().notNull().unique(),
    /** The secret itself, sealed: the candidate may show the address again. */
    sealedSecret: text().notNull(),
    /** For whom it is, in the candidate's words. */
    audience: text().notNull(),
    /** Names of the facts that are disclosed. */
    facts: jsonb().$type<string[]>().notNull(),
    expiresAt: moment().notNull(),
    /** How many may look; null: any number. */
    maxLooks: integer(),
    looks: integer().notNull().default(0),
    takenBackAt: moment(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index("credential_links_credential").on(table.credentialId, table.createdAt),
    index().on(table.candidateId),
  ],
);

/** Somebody looked: when and from where, as roughly as a candidate must know it. */
export const credentialLooks = pgTable(
  "credential_looks",
  {
    id: text().primaryKey(),
    linkId: text()
      .notNull()
      .references(() => credentialLinks.id),
    /** The time zone that the page named, 'Asia/Kolkata'; empty where it named none. */
    zone: text().notNull(),
    device: text().$type<"phone" | "computer">().notNull(),
    /** Tells one visit that loads the page again from another; forgotten an hour later. */
    visitHash: text(),
    lookedAt: moment().notNull(),
  },
  (table) => [index("credential_looks_link").on(table.linkId, table.lookedAt)],
);

/** A credential on its way to another wallet: who has the code and the digits may fetch one copy, bound to a key of theirs. */
export const credentialOffers = pgTable(
  "credential_offers",
  {
    id: text().primaryKey(),
    credentialId: text()
      .notNull()
      .references(() => credentials.id),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    /** Hash of the pre-authorised code, which is worth nothing without the digits. */
    codeHash: text().notNull().unique(),
    /** The code itself, sealed: whoever fetches the offer is told it. */
    sealedCode: text().notNull(),
    /** The digits that the candidate reads to the other wallet, sealed. */
    sealedDigits: text().notNull(),
    failures: integer().notNull().default(0),
    /** Hash of the token that fetches the copy; null until the digits were right. */
    tokenHash: text().unique(),
    takenAt: moment(),
    expiresAt: moment().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index("credential_offers_credential").on(table.credentialId),
    index("credential_offers_expires").on(table.expiresAt),
    index().on(table.candidateId),
  ],
);

/** A credential that another wallet is asked for (OpenID4VP), in place of a verification: one answer is taken. */
export const presentationRequests = pgTable(
  "presentation_requests",
  {
    id: text().primaryKey(),
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    verificationName: text().notNull(),
    /** What the holder's signature must name: nobody can show the answer again. */
    nonce: text().notNull(),
    /** The private key that the answer is encrypted for, sealed. */
    sealedKey: text().notNull(),
    failures: integer().notNull().default(0),
    /** Why the last answer was not taken: a key of the refusals. */
    refusal: text(),
    takenAt: moment(),
    expiresAt: moment().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index("presentation_requests_transaction").on(table.transactionId),
    index("presentation_requests_expires").on(table.expiresAt),
    index().on(table.candidateId),
  ],
);
