import { index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { candidates } from "./candidates.ts";

/** One sign-in on one device. The access token names it and is worth nothing once `endedAt` is set. */
export const sessions = pgTable(
  "sessions",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** When its tokens were last renewed. */
    seenAt: timestamp({ withTimezone: true }),
    /** Browser and system, as the device named itself, and its network: so that its owner knows it again. */
    device: text(),
    network: text(),
    /** No renewal reaches beyond this moment, 12 hours after the sign-in. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }),
    endReason: text({ enum: ["logout", "reuse", "elsewhere"] }),
  },
  (table) => [index().on(table.candidateId), index("sessions_expires").on(table.expiresAt)],
);

/** The chain of refresh tokens of a session, as hashes; a spent one is kept so that its reuse is noticed. */
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
