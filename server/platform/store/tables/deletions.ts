import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import type { KeptGroup } from "#engine/core/definitions/retention.ts";
import type { DeletionState } from "#engine/core/scope/shapes/deletions.ts";
import { candidates } from "./candidates.ts";
import { indexKeyIds } from "./index-key-ids.ts";
import { orders } from "./payments.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/** What stays after a deletion, and until when. */
export interface StoredRetention {
  group: KeptGroup;
  months: number;
  until: string;
}

/** Candidates' requests for deletion, with the decision and the receipt. */
export const deletionRequests = pgTable(
  "deletion_requests",
  {
    id: text().primaryKey(),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    /** The organisation that decides: that of the candidate's latest form, else the default one. */
    orgId: text().notNull(),
    state: text().$type<DeletionState>().notNull().default("open"),
    requestedAt: moment().notNull(),
    decidedAt: moment(),
    staffId: text().references(() => staff.id),
    /** The ready-made reason of a refusal, by name. */
    reason: text(),
    /** Where the confirmation goes, sealed by the candidate's key; null once it is written. */
    lockedContacts: text(),
    /** What stays. Set with the end of the deletion. */
    kept: jsonb().$type<StoredRetention[]>(),
    erasedAt: moment(),
    /** When the confirmations had left, and their addresses were deleted too. */
    closedAt: moment(),
  },
  (table) => [
    uniqueIndex("deletion_requests_one_open")
      .on(table.candidateId)
      .where(sql`${table.state} in ('open', 'approved')`),
    index("deletion_requests_of_organisation").on(table.orgId, table.requestedAt, table.id),
    index("deletion_requests_candidate").on(table.candidateId),
    index("deletion_requests_staff").on(table.staffId),
    index("deletion_requests_running")
      .on(table.decidedAt)
      .where(sql`${table.state} in ('approved', 'erased') and ${table.closedAt} is null`),
  ],
);

/** A key of one candidate, sealed by `SEAL_SECRET`. Deleting it makes what it sealed unreadable. */
export const candidateKeys = pgTable(
  "candidate_keys",
  {
    candidateId: text()
      .primaryKey()
      .references(() => candidates.id),
    sealedKey: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [indexKeyIds("candidate_keys_key_ids", table.sealedKey, table.candidateId)],
);

/** What tax law wants to know about an order after its candidate was deleted, sealed by the candidate's key. */
export const retainedOrders = pgTable(
  "retained_orders",
  {
    orderId: text()
      .primaryKey()
      .references(() => orders.id),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    /** Buyer and priced items. */
    sealed: text().notNull(),
  },
  (table) => [index().on(table.candidateId)],
);
