import { boolean, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { candidates } from "./candidates.ts";

/** A sign-in on one device. Its access tokens are invalid once `endedAt` is set. */
export const sessions = pgTable(
  "sessions",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** The last renewal of its tokens. */
    seenAt: timestamp({ withTimezone: true }),
    /** Browser, system and network, for the candidate to recognise the session. */
    device: text(),
    network: text(),
    /** The last fresh proof of the candidate in this session: a code or a passkey. Without one, the sign-in. */
    provedAt: timestamp({ withTimezone: true }),
    /** Opened by a version whose access tokens had neither audience nor type. */
    acceptsUntypedTokens: boolean().notNull().default(true),
    /** 12 hours after the sign-in; no renewal extends it. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
    endReason: text({ enum: ["logout", "reuse", "remote-sign-out", "wallet-locked", "deleted"] }),
  },
  (table) => [index().on(table.candidateId), index("sessions_expires").on(table.expiresAt)],
);

/** The refresh tokens of a session, as hashes. Spent ones stay, to detect their reuse. */
export const refreshTokens = pgTable(
  "refresh_tokens",
  {
    hash: text().primaryKey(),
    sessionId: text()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    generation: integer().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    spentAt: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.sessionId)],
);
