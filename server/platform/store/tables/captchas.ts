import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { candidates } from "./candidates.ts";

/** Captchas of a verification: a picture, or a proof of work. Each is answered once and spent once. */
export const captchas = pgTable(
  "captchas",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    transactionId: text().notNull(),
    verificationName: text().notNull(),
    answerHmac: text().notNull(),
    expiresAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
    solvedAt: timestamp({ withTimezone: true, mode: "date" }),
    /** Spent by a submission, or used up by a wrong answer. */
    usedAt: timestamp({ withTimezone: true, mode: "date" }),
  },
  (table) => [index("captchas_expires").on(table.expiresAt), index().on(table.candidateId)],
);
