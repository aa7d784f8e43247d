import Type, { type Static } from "typebox";
import type { Contract } from "./parts/contract.ts";
import { Id, Moment, Money, Name, Org, Percentage, TxnKeys, closed, filled, listOf, orNull, text } from "./parts/shapes.ts";
import { PaymentStatus, PriceListItemSchema } from "./transaction-info.ts";

const Currency = Type.Enum(["INR", "USD"]);
const RegionSchema = closed({ name: text(100), value: Name, currencySymbol: Currency });
const ProviderSchema = closed({
  name: Name,
  displayName: text(100),
  imageUrl: text(2000),
  region: Name,
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
  status: text(32),
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
  verificationList: Type.Array(closed({ name: Name, credits: Money }), { maxItems: 200 }),
  region: Name,
  createdAt: Moment,
  provider: Type.Optional(Name),
  currentStatus: Type.Optional(PaymentStatus),
  paymentId: Type.Optional(Id),
  transactionId: Id,
  orderId: Type.Optional(Id),
  org: Org,
  updatedAt: Moment,
  totalAmountPaid: Type.Optional(Money),
  refundDetails: Refunds,
});
const OrderFields = {
  _id: Id,
  transactionId: Id,
  orgId: Name,
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
  provider: Name,
};
const OrderSchema = closed(OrderFields);
const HistoryItemSchema = closed({
  orgId: Name,
  formId: Name,
  txnId: Id,
  form: closed({ name: text(200) }),
  org: Org,
  paymentList: Type.Array(OrderSchema, { maxItems: 100 }),
});
const Phone = filled(32);

/** The bill of a transaction or of a stored order; amounts in major units (D-01). */
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

/** Contracts of payment (spec §7 Payment, D-08). */
export const paymentContracts = {
  "payments.regions": { query: closed({ orgId: Name }), data: listOf(RegionSchema) },
  "payments.price": { params: closed({ verificationName: Name }), query: closed(TxnKeys), data: PriceListItemSchema },
  "payments.mode": {
    query: closed(TxnKeys),
    data: closed({
      showWarning: Type.Boolean(),
      expressAllowed: Type.Boolean(),
      notExpressList: Type.Array(Name, { maxItems: 50 }),
    }),
  },
  "payments.providers": { query: closed({ orgId: Name, region: Type.Optional(Name) }), data: listOf(ProviderSchema) },
  "payments.info": {
    query: closed({
      ...TxnKeys,
      region: Type.Optional(Name),
      paymentId: Type.Optional(Id),
      express: Type.Optional(Type.Literal("true")),
      phoneNumber: Type.Optional(Phone),
    }),
    data: PaymentInfoSchema,
  },
  "payments.init": {
    body: closed({
      ...TxnKeys,
      region: Name,
      express: Type.Boolean(),
      phoneNumber: Type.Optional(Phone),
      provider: Type.Optional(Name),
    }),
    data: closed({
      provider: Name,
      redirectInfo: closed({ web: filled(4000) }),
      paymentSessionId: orNull(filled(1000)),
      paymentId: Id,
    }),
  },
  "payments.poll": {
    query: closed({ orgId: Name, paymentId: Type.Optional(Id) }),
    data: closed({ currentStatus: PaymentStatus, paymentId: Id }),
  },
  "payments.history": {
    query: closed({ orgId: Type.Optional(Name), formId: Type.Optional(Name) }),
    data: listOf(HistoryItemSchema, 1000),
  },
  "payments.paid": {
    query: closed({ ...TxnKeys, orderId: Id }),
    data: closed({ ...OrderFields, region: Name }),
  },
} as const satisfies Record<string, Contract>;
