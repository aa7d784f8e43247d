import {
  bigserial,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import type { DeliveryDriver } from "#engine/core/definitions/request.ts";
import { indexKeyIds } from "./index-key-ids.ts";
import { staff } from "./staff.ts";
import { transactions } from "./transactions.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });
const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => "bytea",
  toDriver: (value) => value,
  fromDriver: (value) => Buffer.from(value),
});

/** What an evaluation partner gets: the candidate's documents first, then the report. */
export const deliveryKinds = ["documents", "report"] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/**
 * `waiting`: the report, until the receipt of the documents is stored. `due`: to send, also after a failure. `sent`:
 * accepted, and the receipt comes later. `received`: the receipt is stored. `dead`: given up; staff send it again or
 * record a delivery by hand.
 */
export const deliveryStates = ["waiting", "due", "sent", "received", "dead"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The report on a verified transaction, as it was issued. */
export const reports = pgTable("reports", {
  id: text().primaryKey(),
  transactionId: text()
    .notNull()
    .unique()
    .references(() => transactions.id),
  orgId: text().notNull(),
  /** The id of its definition. */
  definitionId: text().notNull(),
  holder: text().notNull(),
  receiver: text().notNull(),
  /** SHA-256 of report.json, in hex. */
  hash: text().notNull(),
  issuedAt: moment().notNull(),
});

/** The files of a report: JSON, credentials, and a PDF for each language. */
export const reportFiles = pgTable(
  "report_files",
  {
    reportId: text()
      .notNull()
      .references(() => reports.id),
    name: text().notNull(),
    contentType: text().notNull(),
    sha256: text().notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.name] })],
);

/** A bundle for an evaluation partner, sent until its receipt is stored. */
export const deliveries = pgTable(
  "deliveries",
  {
    id: text().primaryKey(),
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    orgId: text().notNull(),
    formId: text().notNull(),
    kind: text().$type<DeliveryKind>().notNull(),
    provider: text().notNull(),
    driver: text().$type<DeliveryDriver>().notNull(),
    state: text().$type<DeliveryState>().notNull().default("due"),
    /** Attempts since the last `due` by a person. */
    attempts: integer().notNull().default(0),
    /** From 1; staff who send it again start a round, with another link and code. */
    round: integer().notNull().default(1),
    /** `{secret, code}` of the page for a delivery by email, sealed; made with the first mail of a round. */
    sealedAccess: text(),
    /** Wrong codes of this round, for a delivery by email. */
    wrongCodes: integer().notNull().default(0),
    /** While `due`: the next attempt, or the end of the lease of the present one. */
    dueAt: moment().notNull(),
    createdAt: moment().notNull(),
    sentAt: moment(),
    receivedAt: moment(),
    /** The receiver's own reference. */
    receipt: text(),
    requestId: text(),
  },
  (table) => [
    unique("deliveries_once").on(table.transactionId, table.kind),
    index("deliveries_due").on(table.state, table.dueAt),
    index("deliveries_of_organisation").on(table.orgId, table.createdAt, table.transactionId, table.kind),
    index("deliveries_of_state").on(table.orgId, table.state, table.createdAt, table.transactionId, table.kind),
    indexKeyIds("deliveries_key_ids", table.sealedAccess, table.id),
  ],
);

/** What happened to a delivery, for staff. */
export const deliveryLog = pgTable(
  "delivery_log",
  {
    seq: bigserial({ mode: "number" }).primaryKey(),
    deliveryId: text()
      .notNull()
      .references(() => deliveries.id),
    event: text().$type<"sent" | "failed" | "dead" | "received" | "resent" | "recorded">().notNull(),
    detail: text().notNull().default(""),
    staffId: text().references(() => staff.id),
    at: moment().notNull(),
  },
  (table) => [index().on(table.deliveryId, table.seq)],
);

/** What arrived at the sandbox's evaluation body. */
export const sandboxDeliveries = pgTable("sandbox_deliveries", {
  id: text().primaryKey(),
  provider: text().notNull(),
  transactionId: text().notNull(),
  kind: text().$type<DeliveryKind>().notNull(),
  files: jsonb().$type<{ name: string; type: string; sizeBytes: number; sha256: string }[]>().notNull(),
  receivedAt: moment().notNull(),
  /** The time of its receipt. */
  acknowledgedAt: moment(),
});
