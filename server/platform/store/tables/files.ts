import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { DetectionReport, DocumentReading } from "#engine/contract/files.ts";
import { candidates } from "./candidates.ts";

/** Result of the virus scan. A file is not released before it is clean. */
export type ScanState = "waiting" | "clean" | "infected";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/** A stored file of a candidate. The storage key is the id; the name is for display. */
export const files = pgTable(
  "files",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    fileName: text().notNull(),
    /** Detected from the bytes, not taken from the client. */
    contentType: text().$type<"image/jpeg" | "image/png" | "application/pdf">().notNull(),
    sizeBytes: integer().notNull(),
    sha256: text().notNull(),
    category: text(),
    folder: text(),
    createdAt: moment().notNull(),
    /**
     * Null: uploaded while there was no scanner, and delivered unless a scanner finds something later. The bytes of an
     * infected file are deleted; its row stays, so that the owner gets an explanation.
     */
    scan: text().$type<ScanState>(),
    /** The last scan request. A recent one keeps other servers from asking too. */
    scanRequestedAt: moment(),
  },
  (table) => [
    index("files_candidate").on(table.candidateId, table.createdAt),
    index("files_waiting")
      .on(table.scanRequestedAt)
      .where(sql`${table.scan} = 'waiting'`),
    index("files_unscanned")
      .on(table.scanRequestedAt.asc().nullsFirst())
      .where(sql`${table.scan} is null`),
  ],
);

/** Bytes that are not a file yet: a resumable upload or a checked document. Deleted when unclaimed. */
export const uploads = pgTable(
  "uploads",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    fileName: text().notNull(),
    /** `receiving` during a resumable upload. */
    state: text().$type<"receiving" | "finished" | "claimed">().notNull(),
    contentType: text(),
    sizeBytes: integer(),
    sha256: text(),
    /** The result of the scan, so that it runs once. The bytes of an infected upload are gone. */
    scan: text().$type<ScanState>(),
    /**
     * Result of the inspection. `fault`: why it is refused; `pages`: pages with flaws; `read`: searched words;
     * `reading`: extracted facts. Deleted with the row within days.
     */
    report: jsonb().$type<{
      state: DetectionReport["state"];
      fault?: "unreadable" | "encrypted" | "script" | "attachment" | "virus" | "polyglot" | "too-large" | "bomb";
      pages?: { page: number; flaws: string[] }[];
      pageCount?: number;
      allPages?: number;
      read?: { found: string[]; missing: string[] };
      reading?: DocumentReading;
    }>(),
    createdAt: moment().notNull(),
  },
  (table) => [index("uploads_created").on(table.createdAt), index().on(table.candidateId)],
);
