import { index, integer, jsonb, pgTable, text, timestamp, unique } from "drizzle-orm/pg-core";
import { candidates } from "./candidates.ts";
import { credentials, transactions } from "./transactions.ts";
import { indexKeyIds } from "./index-key-ids.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/**
 * Keys that sign credentials. The newest key with `signsFrom` in the past signs. All stay published, for earlier
 * credentials.
 */
export const issuerKeys = pgTable(
  "issuer_keys",
  {
    /** Thumbprint of the key (RFC 7638), and its `kid`. */
    id: text().primaryKey(),
    publicKey: jsonb().$type<Record<string, string>>().notNull(),
    /** Empty when its seal was given up: such a key only verifies. */
    sealedKey: text().notNull(),
    /** Later than `createdAt`, so that verifiers that cache the key list have the key by then. */
    signsFrom: moment().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [indexKeyIds("issuer_keys_key_ids", table.sealedKey, table.id)],
);

/**
 * Status list entries, one per signed token: a place of a list, drawn at random. Withdrawing a credential sets all its
 * entries. A trigger places the rows of servers before release 0018, which name no place.
 */
export const credentialStatuses = pgTable(
  "credential_statuses",
  {
    number: integer().primaryKey().generatedAlwaysAsIdentity(),
    credentialId: text()
      .notNull()
      .references(() => credentials.id),
    list: integer().notNull(),
    place: integer().notNull(),
  },
  (table) => [
    index("credential_statuses_credential").on(table.credentialId),
    unique("credential_statuses_place").on(table.list, table.place),
  ],
);

/** A share link: shows a credential to a person without an account. */
export const shareLinks = pgTable(
  "share_links",
  {
    id: text().primaryKey(),
    credentialId: text()
      .notNull()
      .references(() => credentials.id),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    /** Hash of the secret in the URL; links are found by it. */
    secretHash: text().notNull().unique(),
    /** The secret, sealed, because the candidate can display the URL again. */
    sealedSecret: text().notNull(),
    /** The intended viewer, in the candidate's words. */
    audience: text().notNull(),
    /** Names of the disclosed facts. */
    facts: jsonb().$type<string[]>().notNull(),
    expiresAt: moment().notNull(),
    /** The largest number of views; null: unlimited. */
    viewLimit: integer(),
    viewCount: integer().notNull().default(0),
    revokedAt: moment(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index("share_links_credential").on(table.credentialId, table.createdAt),
    index().on(table.candidateId),
    indexKeyIds("share_links_key_ids", table.sealedSecret, table.id),
  ],
);

/** One view of a share link: time, time zone and kind of device, for the candidate. */
export const shareLinkViews = pgTable(
  "share_link_views",
  {
    id: text().primaryKey(),
    linkId: text()
      .notNull()
      .references(() => shareLinks.id, { onDelete: "cascade" }),
    /** Time zone reported by the page, 'Asia/Kolkata'; empty when it reported none. */
    timeZone: text().notNull(),
    device: text().$type<"phone" | "computer">().notNull(),
    /** Recognises a reload of the same visit. Deleted after an hour. */
    visitHash: text(),
    viewedAt: moment().notNull(),
  },
  (table) => [index("share_link_views_link").on(table.linkId, table.viewedAt)],
);

/** An offer of a credential to another wallet. Code and digits give one copy, bound to a key of that wallet. */
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
    /** Hash of the pre-authorised code, which is useless without the digits. */
    codeHash: text().notNull().unique(),
    /** The code, sealed, because each fetch of the offer returns it. */
    sealedCode: text().notNull(),
    /** The transaction code that the candidate types into the other wallet, sealed. */
    sealedDigits: text().notNull(),
    failures: integer().notNull().default(0),
    /** Hash of the token for the copy; null until the digits were right. */
    tokenHash: text().unique(),
    /** Keyed hash of the client that got the token. Only this client may repeat the call. */
    clientHash: text(),
    /** Thumbprint of the key that the copy is bound to. Only the holder of this key may repeat the call. */
    holderHash: text(),
    /** Hash of the nonce in the accepted proof: a nonce gives one copy. */
    nonceHash: text().unique(),
    /** The copy, sealed, for a repeated call; deleted when the token expires. */
    sealedCopy: text(),
    acceptedAt: moment(),
    expiresAt: moment().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index("credential_offers_credential").on(table.credentialId),
    index("credential_offers_expires").on(table.expiresAt),
    index().on(table.candidateId),
    indexKeyIds("credential_offers_code_key_ids", table.sealedCode, table.id),
    indexKeyIds("credential_offers_digits_key_ids", table.sealedDigits, table.id),
    indexKeyIds("credential_offers_copy_key_ids", table.sealedCopy, table.id),
  ],
);

/** A request to another wallet (OpenID4VP), in place of a verification. One response is accepted. */
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
    /** The holder's signature must contain it, which prevents a replay. */
    nonce: text().notNull(),
    /** The private key that decrypts the response, sealed. */
    sealedKey: text().notNull(),
    failures: integer().notNull().default(0),
    /** Why the last response was rejected: a key of the refusals. */
    refusal: text(),
    acceptedAt: moment(),
    expiresAt: moment().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [
    index("presentation_requests_transaction").on(table.transactionId),
    index("presentation_requests_expires").on(table.expiresAt),
    index().on(table.candidateId),
    indexKeyIds("presentation_requests_key_ids", table.sealedKey, table.id),
  ],
);
