import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import type { PaymentState } from "#engine/api/payments.ts";
import type { Cart, CartItem } from "#engine/payment/price-cart.ts";
import { findOrigin } from "../../origin.ts";
import { candidates } from "./candidates.ts";
import { transactions } from "./transactions.ts";

const moment = () => timestamp({ withTimezone: true, mode: "date" });

/** One payment of a transaction, with the items it was priced for. Amounts are integers in minor units (paise, cents). */
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
    /** All submissions that this payment hands in, free ones too; what changes later is not paid for. */
    covers: jsonb().$type<CartItem[]>().notNull(),
    /** Success is final; a trigger sees to it. */
    status: text().$type<PaymentState>().notNull(),
    /** The provider's own name for it; never on the wire. */
    reference: text(),
    webUrl: text(),
    paymentSessionId: text(),
    /** When somebody last began to ask the provider for a session: one asks, the others wait. */
    sessionAskedAt: moment(),
    /** Null while it can be paid: at most one such order per transaction. */
    closedAt: moment(),
    paidAt: moment(),
    /** When the provider said that nobody can pay it any more. */
    releasedAt: moment(),
    /** How often the provider was asked how it stands, and when it is asked next. */
    checks: integer().notNull().default(0),
    nextCheckAt: moment(),
    /** When somebody who waits last had the provider asked: one asks, the others read what came of it. */
    askedAt: moment(),
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
  ],
);

/** What providers told us, once each: the same event again has no effect. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    /** `{family of the provider}:{the provider's event id}`. */
    id: text().primaryKey(),
    orderId: text().notNull(),
    status: text().$type<PaymentState>().notNull(),
    effect: text().notNull(),
    receivedAt: moment().notNull(),
  },
  (table) => [index("payment_events_order").on(table.orderId)],
);

/** Money given back. `subType` names the submission it is for; null: the whole order. */
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
    /** When the provider took it: from then on it is with the bank. */
    sentAt: moment(),
    /** The request that began it. */
    requestId: text().$defaultFn(() => findOrigin() ?? sql`null`),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (table) => [
    index("refunds_order").on(table.orderId),
    index("refunds_due").on(table.nextTryAt),
    index("refunds_done")
      .on(table.updatedAt)
      .where(sql`${table.status} = 'Success'`),
  ],
);

/** The numbers of tax invoices: one per paid order, without a gap within a financial year, in the order of payment. */
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

/** The other side, in the sandbox: what a provider would know of an order. */
export const sandboxPayments = pgTable(
  "sandbox_payments",
  {
    orderId: text().primaryKey(),
    provider: text().notNull(),
    amountMinor: integer().notNull(),
    currency: text().notNull(),
    returnUrl: text().notNull(),
    cancelUrl: text().notNull(),
    /** Null until somebody decides on the pay page. */
    outcome: text().$type<"success" | "failure" | "cancel" | "pending">(),
    callback: text().$type<"once" | "twice" | "late" | "forged" | "none">(),
    /** When the outcome becomes true; null: it is not to become anything by itself. */
    settlesAt: moment(),
    calledBackAt: moment(),
    /** No longer payable: the wallet cancelled it. */
    cancelledAt: moment(),
    createdAt: moment().notNull(),
  },
  (table) => [index("sandbox_payments_due").on(table.settlesAt)],
);
