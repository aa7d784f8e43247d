import Type, { type Static } from "typebox";
import { saidAsItStands } from "#engine/base/known.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import {
  FormName,
  Id,
  Moment,
  Money,
  Name,
  Org,
  OrgName,
  Percentage,
  ProviderName,
  RegionName,
  TxnId,
  TxnKeys,
  VerificationName,
  closed,
  filled,
  listOf,
  orNull,
  text,
} from "./parts/shapes.ts";
import { PaymentStatus, PriceListItemSchema } from "./transaction-info.ts";

/** A code that people read as it stands. */
const Currency = Type.Enum(["INR", "USD"], { $comment: saidAsItStands });
const RegionSchema = closed({ name: text(100), value: RegionName, currencySymbol: Currency });
const ProviderSchema = closed({
  name: ProviderName,
  displayName: text(100),
  imageUrl: text(2000),
  region: RegionName,
  sdk: Type.Boolean(),
  phoneNumberRequired: Type.Boolean(),
});
const ItemSchema = closed({
  label: text(200),
  description: text(500),
  subtitle: text(500),
  price: Money,
  mrp: Money,
  icon: Type.Optional(text(2000)),
  iconUrl: Type.Optional(text(2000)),
});
const DiscountSchema = closed({ amount: Money, mrpDiscount: Money, percentage: Percentage });
const RefundSchema = closed({
  _id: Id,
  refundId: text(128),
  reason: text(500),
  amount: Money,
  status: PaymentStatus,
  createdAt: Moment,
});
const Items = Type.Array(ItemSchema, { maxItems: 200 });
const Refunds = Type.Array(RefundSchema, { maxItems: 100 });
const PaymentInfoSchema = closed({
  items: Items,
  total: Money,
  toPay: Money,
  toPayBeforeGst: Money,
  gst: Money,
  discount: DiscountSchema,
  availableDiscount: closed({
    percentage: Percentage,
    minAmount: Type.Record(Type.String({ pattern: "^[A-Z]{2,8}$" }), closed({ currency: Currency, amount: Money }), {
      additionalProperties: false,
      description: "Keyed by region.",
    }),
  }),
  currencySymbol: Currency,
  disclaimer: Type.Optional(text(2000)),
  verificationList: Type.Array(closed({ name: VerificationName, credits: Money }), { maxItems: 200 }),
  region: RegionName,
  createdAt: Moment,
  provider: Type.Optional(ProviderName),
  currentStatus: Type.Optional(PaymentStatus),
  paymentId: Type.Optional(Id),
  transactionId: TxnId,
  orderId: Type.Optional(Id),
  org: Org,
  updatedAt: Moment,
  totalAmountPaid: Type.Optional(Money),
  refundDetails: Refunds,
});
const OrderFields = {
  _id: Id,
  transactionId: TxnId,
  orgId: OrgName,
  price: closed({ items: Items, toPay: Money, gst: Money, currencySymbol: Currency }),
  amount: Money,
  org: Org,
  createdAt: Moment,
  updatedAt: Moment,
  currentStatus: PaymentStatus,
  paymentId: Id,
  discount: DiscountSchema,
  refundDetails: Refunds,
  totalAmountPaid: Money,
  provider: ProviderName,
};
const OrderSchema = closed(OrderFields);
const HistoryItemSchema = closed({
  orgId: OrgName,
  formId: FormName,
  txnId: TxnId,
  form: closed({ name: text(200) }),
  org: Org,
  paymentList: Type.Array(OrderSchema, { maxItems: 100 }),
});
const PollSchema = closed({ currentStatus: PaymentStatus, paymentId: Id });
const Phone = filled(32);

/** The bill of a transaction or of a stored order; amounts in major units, the engine counts in minor ones. */
export type PaymentInfo = Static<typeof PaymentInfoSchema>;
/** One line of a bill. */
export type PaymentItem = Static<typeof ItemSchema>;
/** What was taken off a bill. */
export type Discount = Static<typeof DiscountSchema>;
/** A payment of the candidate, as history shows it. */
export type Order = Static<typeof OrderSchema>;
/** Money given back for an order. */
export type Refund = Static<typeof RefundSchema>;
/** The orders of one transaction. */
export type PaymentHistoryItem = Static<typeof HistoryItemSchema>;
/** Where a candidate can pay from. */
export type PaymentRegion = Static<typeof RegionSchema>;
/** A way to pay in a region. */
export type PaymentProviderOption = Static<typeof ProviderSchema>;
/** Pending, Success or Failed. */
export type PaymentState = Static<typeof PaymentStatus>;
/** Where one payment stands. */
export type PaymentPoll = Static<typeof PollSchema>;

/** The shapes of this area that the API document names. */
export const paymentShapes = {
  PaymentInfo: PaymentInfoSchema,
  PaymentItem: ItemSchema,
  Discount: DiscountSchema,
  Order: OrderSchema,
  Refund: RefundSchema,
  PaymentHistoryItem: HistoryItemSchema,
  PaymentRegion: RegionSchema,
  PaymentProviderOption: ProviderSchema,
};

/** The operations of payment. */
export const paymentOperations = {
  "payments.regions": {
    method: "GET",
    service: "verification",
    path: "/transactions/payment/region",
    auth: "user",
    summary: "Where a candidate can pay from.",
    context: ["orgId"],
    query: closed({ orgId: OrgName }),
    data: listOf(RegionSchema),
    fills: "regions",
  },
  "payments.price": {
    method: "GET",
    service: "verification",
    path: "/transactions/payment/price/:verificationName",
    auth: "user",
    summary: "The price of one verification, USD.",
    context: ["orgId", "txnId"],
    params: closed({ verificationName: VerificationName }),
    query: closed(TxnKeys),
    data: PriceListItemSchema,
  },
  "payments.mode": {
    method: "GET",
    service: "verification",
    path: "/transactions/payment/mode",
    auth: "user",
    summary: "Whether express is allowed.",
    context: ["orgId", "txnId"],
    query: closed(TxnKeys),
    data: closed({
      showWarning: Type.Boolean(),
      expressAllowed: Type.Boolean(),
      notExpressList: Type.Array(Name, { maxItems: 50 }),
    }),
    fills: "mode",
  },
  "payments.providers": {
    method: "GET",
    service: "verification",
    path: "/transactions/payment-option",
    auth: "user",
    summary: "Ways to pay.",
    context: ["orgId"],
    query: closed({ orgId: OrgName, region: Type.Optional(RegionName) }),
    data: listOf(ProviderSchema),
    fills: "providers",
  },
  "payments.info": {
    method: "GET",
    service: "verification",
    path: "/transactions/payment",
    auth: "user",
    summary: "The bill of a transaction or of an order.",
    context: ["orgId", "txnId"],
    query: closed({
      ...TxnKeys,
      region: Type.Optional(RegionName),
      paymentId: Type.Optional(Id),
      express: Type.Optional(Type.Literal("true")),
      phoneNumber: Type.Optional(Phone),
    }),
    data: PaymentInfoSchema,
    fills: "bill",
  },
  "payments.init": {
    method: "POST",
    service: "verification",
    path: "/transactions/payment/init",
    auth: "user",
    summary: "Begin a payment; the open order of the same choice answers again.",
    guard: "transaction",
    context: ["orgId", "txnId"],
    body: closed({
      ...TxnKeys,
      region: RegionName,
      express: Type.Boolean(),
      phoneNumber: Type.Optional(Phone),
      provider: Type.Optional(ProviderName),
    }),
    data: closed({
      provider: ProviderName,
      redirectInfo: closed({ web: filled(4000) }),
      paymentSessionId: orNull(filled(1000)),
      paymentId: Id,
    }),
  },
  "payments.poll": {
    method: "GET",
    service: "verification",
    path: "/transactions/payment/poll",
    auth: "user",
    summary: "Where a payment stands.",
    context: ["orgId"],
    query: closed({ orgId: OrgName, paymentId: Type.Optional(Id) }),
    data: PollSchema,
    fills: "payment",
  },
  "payments.history": {
    method: "GET",
    service: "verification",
    path: "/transactions/payment/history",
    auth: "user",
    summary: "Orders of the candidate.",
    query: closed({ orgId: Type.Optional(OrgName), formId: Type.Optional(FormName) }),
    data: listOf(HistoryItemSchema, 1000),
    fills: "orders",
  },
  "payments.paid": {
    method: "GET",
    service: "verification",
    path: "/transactions/payment/paid",
    auth: "user",
    summary: "One order.",
    context: ["orgId", "txnId"],
    query: closed({ ...TxnKeys, orderId: Id }),
    data: closed({ ...OrderFields, region: RegionName }),
  },
} as const satisfies Record<string, OperationContract>;
