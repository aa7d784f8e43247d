import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { ApprovalDetail } from "#engine/core/scope/shapes/approvals.ts";
import { passkeyColumns } from "./passkeys.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/** People who work for organisations. Rows stay after removal, because audit rows name them. */
export const staff = pgTable("staff", {
  id: text().primaryKey(),
  /** In small letters. */
  email: text().notNull().unique(),
  displayName: text().notNull(),
  createdAt: moment().notNull(),
  removedAt: moment(),
});

/** The roles of staff by organisation. Every call reads them, so a removed role ends at once. */
export const staffRoles = pgTable(
  "staff_roles",
  {
    staffId: text()
      .notNull()
      .references(() => staff.id),
    orgId: text().notNull(),
    /** A name in catalogues/roles. */
    role: text().notNull(),
    /** Null: by the command line, or by the sandbox. */
    grantedBy: text(),
    grantedAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.orgId, table.role] }), index().on(table.orgId)],
);

/** Passkeys of staff. */
export const staffPasskeys = pgTable(
  "staff_passkeys",
  {
    ...passkeyColumns(),
    staffId: text()
      .notNull()
      .references(() => staff.id),
  },
  (table) => [index().on(table.staffId)],
);

/** Open invitations: one-time links to a first passkey. A used or replaced one is deleted. */
export const staffInvitations = pgTable(
  "staff_invitations",
  {
    tokenHash: text().primaryKey(),
    staffId: text()
      .notNull()
      .unique()
      .references(() => staff.id),
    expiresAt: moment().notNull(),
  },
  (table) => [index("staff_invitations_expires").on(table.expiresAt)],
);

/** Sessions of staff. The browser's cookie has the token behind the hash. */
export const staffSessions = pgTable(
  "staff_sessions",
  {
    tokenHash: text().primaryKey(),
    /** A provider vouches for the person in this organisation only; null for a passkey. */
    onlyOrgId: text(),
    staffId: text()
      .notNull()
      .references(() => staff.id),
    createdAt: moment().notNull(),
    /** The last call, to the minute. The session ends when it is too long ago. */
    seenAt: moment().notNull(),
    /** The last use of a passkey in this session. */
    provedAt: moment().notNull(),
    /** No call extends it. */
    expiresAt: moment().notNull(),
    endedAt: moment(),
    endReason: text({ enum: ["sign-out", "removed", "recovery"] }),
  },
  (table) => [
    index("staff_sessions_open")
      .on(table.staffId)
      .where(sql`${table.endedAt} is null`),
    index("staff_sessions_expires").on(table.expiresAt),
  ],
);

/** Calls that need a second person: asked for, approved once, used once. */
export const staffApprovals = pgTable(
  "staff_approvals",
  {
    id: text().primaryKey(),
    orgId: text().notNull(),
    operation: text().notNull(),
    /** Hash of the path and body, so that the approval counts for this call alone. */
    callHash: text().notNull(),
    /** The ids in the path of the call: what the second person looks at. */
    subject: text().notNull(),
    /** What the second person reads, and what the call is repeated with. */
    detail: jsonb().$type<ApprovalDetail>().notNull().default({}),
    requestedBy: text()
      .notNull()
      .references(() => staff.id),
    requestedAt: moment().notNull(),
    approvedBy: text().references(() => staff.id),
    expiresAt: moment().notNull(),
  },
  (table) => [
    index("staff_approvals_open").on(table.orgId, table.requestedAt),
    index("staff_approvals_call").on(table.requestedBy, table.callHash),
    index("staff_approvals_expires").on(table.expiresAt),
  ],
);
