import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { DetectionReport, PaperReading } from "#engine/api/files.ts";
import { candidates } from "./candidates.ts";

/** Where a file stands with the virus scanner; it is given to nobody before it is clean. */
export type ScanState = "waiting" | "clean" | "infected";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/** A stored file of a candidate. The bytes lie under the id; the name is only shown. */
export const files = pgTable(
  "files",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    fileName: text().notNull(),
    /** What the bytes are, not what the client said. */
    contentType: text().$type<"image/jpeg" | "image/png" | "application/pdf">().notNull(),
    sizeBytes: integer().notNull(),
    sha256: text().notNull(),
    category: text(),
    folder: text(),
    createdAt: moment().notNull(),
    /** Null: it came while nobody scanned, and is given all the same until a scanner finds something in it. Of an infected file nothing but the row is left, so that its owner can be told. */
    scan: text().$type<ScanState>(),
    /** When the scanner was last asked about it; a server that has just asked keeps the others from it. */
    scanAskedAt: moment(),
  },
  (table) => [
    index("files_candidate").on(table.candidateId, table.createdAt),
    index("files_waiting")
      .on(table.scanAskedAt)
      .where(sql`${table.scan} = 'waiting'`),
    index("files_unscanned")
      .on(table.scanAskedAt.asc().nullsFirst())
      .where(sql`${table.scan} is null`),
  ],
);

/** Bytes that arrived but are not a file yet: a resumable upload or a checked document. Swept when nobody claims them. */
export const uploads = pgTable(
  "uploads",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    fileName: text().notNull(),
    /** `growing` while a resumable upload is under way. */
    state: text().$type<"growing" | "finished" | "claimed">().notNull(),
    contentType: text(),
    sizeBytes: integer(),
    sha256: text(),
    /** What the scanner has said already, so that it is asked once; an infected one has no bytes any more. */
    scan: text().$type<ScanState>(),
    /** What the check found: `fault` is why it is not taken, `pages` those with something wrong, `read` what was looked for in its text, `reading` what stands on it; gone with the row within days. */
    report: jsonb().$type<{
      state: DetectionReport["state"];
      fault?: "unreadable" | "encrypted" | "script" | "attachment" | "virus" | "polyglot" | "too-large" | "bomb";
      pages?: { page: number; flaws: string[] }[];
      pageCount?: number;
      allPages?: number;
      read?: { found: string[]; missing: string[] };
      reading?: PaperReading;
    }>(),
    createdAt: moment().notNull(),
  },
  (table) => [index("uploads_created").on(table.createdAt), index().on(table.candidateId)],
);
