import { bigint, boolean, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { candidates } from "./candidates.ts";

/** The columns of every table of passkeys: public keys only, so a stolen table opens nothing. */
export const passkeyColumns = () => ({
  id: text().primaryKey(),
  /** The id that the authenticator gave it, base64url. */
  webauthnId: text().notNull().unique(),
  /** COSE key, base64url. */
  publicKey: text().notNull(),
  /** The owner's name for it. */
  name: text().notNull(),
  /** Signatures so far, where the authenticator counts. A counter that does not rise means a copied key. */
  counter: bigint({ mode: "number" }).notNull(),
  /** May exist on several devices of its owner, and is copied there at present. */
  multiDevice: boolean().notNull(),
  backedUp: boolean().notNull(),
  /** How a browser reaches it: 'internal', 'hybrid', 'usb'. */
  transports: text().array().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  lastUsedAt: timestamp({ withTimezone: true }),
});

/** Passkeys of candidates. */
export const passkeys = pgTable(
  "passkeys",
  {
    ...passkeyColumns(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
  },
  (table) => [index().on(table.candidateId)],
);

/** Challenges for an authenticator: one use, a few minutes, one purpose, one session or sign-in. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    hash: text().primaryKey(),
    purpose: text({ enum: ["create", "prove", "sign-in", "staff-create", "staff-prove", "staff-sign-in"] }).notNull(),
    /** The candidate or member of staff. Empty for staff who sign in, because their passkey names them. */
    ownerId: text("candidate_id").notNull(),
    /** The session, the pending sign-in, or the invitation. */
    boundTo: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index("passkey_challenges_expires").on(table.expiresAt)],
);

/** Sign-ins with a right code that wait for a passkey. The client alone knows the id behind the hash. */
export const pendingSignIns = pgTable(
  "pending_sign_ins",
  {
    idHash: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.candidateId), index("pending_sign_ins_expires").on(table.expiresAt)],
);
