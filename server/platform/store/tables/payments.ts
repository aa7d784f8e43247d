import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import type { PaymentState } from "#engine/core/scope/shapes/payments.ts";
import type { RefundProblem } from "#engine/core/scope/shapes/staff-orders.ts";
import type { Cart, CartItem } from "#engine/core/payment/price-cart.ts";
import { findCorrelationId } from "../../request-context.ts";
import { candidates } from "./candidates.ts";
import { staff } from "./staff.ts";
import { transactions } from "./transactions.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/** One payment of a transaction, with its priced items. Amounts are integers in minor units (paise, cents). */
export const orders = pgTable(
  "orders",
  {
    id: text().primaryKey(),
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    candidateId: text()
      .notNull()
      .references(() => candidates.id),
    orgId: text().notNull(),
    formId: text().notNull(),
    region: text().notNull(),
    provider: text().notNull(),
    express: boolean().notNull(),
    phoneNumber: text(),
    currency: text().$type<Cart["currency"]>().notNull(),
    amountMinor: integer().notNull(),
    cart: jsonb().$type<Cart>().notNull(),
    /** All submissions that this payment submits, free ones included. Later changes are not paid for. */
    covers: jsonb().$type<CartItem[]>().notNull(),
    /** `Success` is final; a trigger enforces it. */
    status: text().$type<PaymentState>().notNull(),
    /** The provider's id of the order. Finance sees it, candidates never do. */
    reference: text(),
    webUrl: text(),
    paymentSessionId: text(),
    /** Start of the last session request to the provider: one server requests, the others wait. */
    sessionRequestedAt: moment(),
    /** Null while it can be paid: at most one such order per transaction. */
    closedAt: moment(),
    paidAt: moment(),
    /** Until then its provider cannot cancel it, so what it pays for cannot change. */
    lockedUntil: moment(),
    /** What the payment submitted, when that was less than it covers: the difference was refunded. */
    submittedCart: jsonb().$type<Cart>(),
    /** When the provider confirmed that it can no longer be paid. */
    voidedAt: moment(),
    /** The number of status queries to the provider, and the time of the next. */
    statusChecks: integer().notNull().default(0),
    nextCheckAt: moment(),
    /** The last status query for a waiting candidate: one call asks, the others read the result. */
    statusRequestedAt: moment(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex("orders_one_open")
      .on(table.transactionId)
      .where(sql`closed_at is null`),
    index("orders_candidate").on(table.candidateId, table.createdAt),
    index("orders_transaction").on(table.transactionId),
    index("orders_check").on(table.nextCheckAt),
    index("orders_organisation").on(table.orgId, table.createdAt, table.id),
    index("orders_month").on(table.orgId, sql`coalesce(${table.paidAt}, ${table.createdAt})`, table.id),
  ],
);

/** Events of providers. An event that comes again has no effect. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    /** `{provider family}:{the provider's event id}`. */
    id: text().primaryKey(),
    orderId: text().notNull(),
    status: text().$type<PaymentState>().notNull(),
    effect: text().notNull(),
    receivedAt: moment().notNull(),
  },
  (table) => [index("payment_events_order").on(table.orderId)],
);

/** A refund. `subType` names its submissions, separated by commas; empty: the whole order. */
export const refunds = pgTable(
  "refunds",
  {
    id: text().primaryKey(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    subType: text().notNull().default(""),
    reason: text().notNull(),
    amountMinor: integer().notNull(),
    status: text().$type<PaymentState>().notNull(),
    nextTryAt: moment(),
    tries: integer().notNull().default(0),
    /** When the provider accepted it; from then on the bank handles it. */
    sentAt: moment(),
    /** Why the last attempt did not reach the bank; null after an answer. */
    problem: text().$type<RefundProblem>(),
    /** The member of staff who asked for it; null for a refund of the server. */
    requestedBy: text().references(() => staff.id),
    /** The second person, where one was needed. */
    approvedBy: text().references(() => staff.id),
    /** The correlation id of the request that caused it. */
    requestId: text().$defaultFn(() => findCorrelationId() ?? sql`null`),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    index("refunds_order").on(table.orderId),
    index("refunds_due").on(table.nextTryAt),
    index("refunds_created").on(table.createdAt, table.id),
    index("refunds_done")
      .on(table.updatedAt)
      .where(sql`${table.status} = 'Success'`),
  ],
);

/** Numbers of tax invoices: one per paid order, gapless within a financial year, in the order of payment. */
export const invoices = pgTable(
  "invoices",
  {
    orderId: text()
      .primaryKey()
      .references(() => orders.id),
    /** The financial year: "2026-27". */
    series: text().notNull(),
    number: integer().notNull(),
  },
  (table) => [uniqueIndex("invoices_number").on(table.series, table.number)],
);

/** The sandbox's stand-in for a provider's record of an order. */
export const sandboxPayments = pgTable(
  "sandbox_payments",
  {
    orderId: text().primaryKey(),
    provider: text().notNull(),
    amountMinor: integer().notNull(),
    currency: text().notNull(),
    returnUrl: text().notNull(),
    cancelUrl: text().notNull(),
    /** Null until a choice on the sandbox pay page. */
    outcome: text().$type<"success" | "failure" | "cancel" | "pending">(),
    callback: text().$type<"once" | "twice" | "late" | "forged" | "none">(),
    /** When the outcome takes effect; null: never by itself. */
    settlesAt: moment(),
    calledBackAt: moment(),
    /** The wallet cancelled it, so it can no longer be paid. */
    cancelledAt: moment(),
    createdAt: moment().notNull(),
  },
  (table) => [index("sandbox_payments_due").on(table.settlesAt)],
);
