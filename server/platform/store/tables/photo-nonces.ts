import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { candidates } from "./candidates.ts";
import { files } from "./files.ts";

/**
 * A permission to send one live photo for one verification. A row with a file stays as the proof that the photo was
 * live.
 */
export const photoNonces = pgTable(
  "photo_nonces",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    transactionId: text().notNull(),
    verificationName: text().notNull(),
    expiresAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
    /** The photo that it was spent for. */
    fileId: text().references(() => files.id, { onDelete: "cascade" }),
  },
  (table) => [
    index("photo_nonces_file").on(table.fileId),
    index("photo_nonces_expires").on(table.expiresAt),
    index().on(table.candidateId),
  ],
);
