import Type, { type Static } from "typebox";
import { described } from "#engine/base/described.ts";
import {
  Currency,
  FormName,
  Id,
  Moment,
  Money,
  Org,
  OrgName,
  Percentage,
  ProviderName,
  RegionName,
  TxnId,
  VerificationName,
  closed,
  text,
} from "./parts/shapes.ts";
import { PaymentStatus } from "./transaction-info.ts";

// What is to be paid and what was: bills, orders, refunds. Amounts travel in major units.

const BillCurrency = described(Currency, "The code of the currency of every amount: 'INR' or 'USD'.");

/** One line of a bill. */
export const ItemSchema = closed({
  label: described(text(200), "What the verification is called."),
  description: described(text(500), "What tells this submission from others, a course or a company; may be empty."),
  subtitle: described(text(500), "The institution that is asked, else the group of the verification."),
  price: described(Money, "What it costs, in major units."),
  mrp: described(Money, "List price, in major units."),
  icon: Type.Optional(described(text(2000), "The name of its picture.")),
  iconUrl: Type.Optional(described(text(2000), "Address of its picture, where a wallet sends one.")),
});
/** What was taken off a bill. */
export const DiscountSchema = closed(
  {
    amount: described(Money, "What the additional discount takes off, in major units."),
    mrpDiscount: described(Money, "What the prices take off the list prices, in major units."),
    percentage: described(Percentage, "The additional discount in percent; 0 where the cart is too small for it."),
  },
  { description: "What is taken off." },
);
/** Money given back for an order. */
export const RefundSchema = closed({
  _id: described(Id, "The refund's id."),
  refundId: described(text(128), "What a candidate quotes to support."),
  reason: described(text(500), "Why it is given back, in words."),
  amount: described(Money, "What is given back, in major units."),
  status: described(PaymentStatus, "Where it stands: 'Pending', 'Success' or 'Failed'."),
  createdAt: described(Moment, "When it was decided, ISO 8601 in UTC."),
  sentAt: Type.Optional(described(Moment, "When the provider took it, ISO 8601 in UTC: it is with the bank.")),
  settledAt: Type.Optional(described(Moment, "When it had arrived, or failed, ISO 8601 in UTC.")),
});
const Items = Type.Array(ItemSchema, { maxItems: 200, description: "What is paid for, a line for each submission." });
const Refunds = Type.Array(RefundSchema, { maxItems: 100, description: "What was given back, or is about to be." });
const ToPay = described(Money, "What is to be paid, with discount and tax, in major units.");
const Tax = described(Money, "The tax, in major units.");
const Provider = described(ProviderName, "The provider's name in the catalogue.");
const Paid = described(Money, "What has arrived, in major units; 0 until the payment succeeds.");

/** A bill, as it would be now or as it was ordered. */
export const PaymentInfoSchema = closed({
  items: Items,
  total: described(Money, "The sum of the prices, before additional discount and tax, in major units."),
  toPay: ToPay,
  toPayBeforeGst: described(Money, "What is to be paid before tax, in major units."),
  gst: Tax,
  discount: DiscountSchema,
  availableDiscount: closed(
    {
      percentage: described(Percentage, "What it would take off the total, in percent."),
      minAmount: Type.Record(
        Type.String({ pattern: "^[A-Z]{2,8}$" }),
        closed({ currency: Currency, amount: described(Money, "The least total, in major units.") }),
        { additionalProperties: false, description: "From which total on it applies, by region." },
      ),
    },
    { description: "The additional discount that is on offer, reached or not." },
  ),
  currencySymbol: BillCurrency,
  disclaimer: Type.Optional(described(text(2000), "What the organisation adds below the bill; missing when nothing.")),
  verificationList: Type.Array(
    closed({
      name: described(VerificationName, "The verification's name."),
      credits: described(Money, "The price of this submission, in major units."),
    }),
    { maxItems: 200, description: "The same lines by name of their verification." },
  ),
  region: described(RegionName, "The name of the region that is paid from: 'IN'."),
  createdAt: described(Moment, "When the order was opened, or else the transaction, ISO 8601 in UTC."),
  provider: Type.Optional(described(Provider, "The provider's name in the catalogue; missing before an order.")),
  currentStatus: Type.Optional(PaymentStatus),
  paymentId: Type.Optional(described(Id, "The order's id as a payment; missing before an order.")),
  expressOpted: Type.Optional(
    Type.Boolean({
      description: "It is priced for express: what can be done so. An order is tried again as it was chosen.",
    }),
  ),
  transactionId: described(TxnId, "The id of the transaction that is paid for."),
  orderId: Type.Optional(described(Id, "The order's id; missing before an order.")),
  org: Org,
  paidAt: Type.Optional(
    described(Moment, "When it was paid, ISO 8601 in UTC; missing until then, and where a wallet does not say."),
  ),
  updatedAt: described(Moment, "When the order last changed, or else the transaction, ISO 8601 in UTC."),
  totalAmountPaid: Type.Optional(Paid),
  refundDetails: Refunds,
});
/** What every answer says of an order. */
export const OrderFields = {
  _id: described(Id, "The order's id."),
  transactionId: described(TxnId, "The id of the transaction that is paid for."),
  orgId: described(OrgName, "The id of the organisation that asks."),
  price: closed(
    { items: Items, toPay: ToPay, gst: Tax, currencySymbol: BillCurrency },
    { description: "The bill that was ordered." },
  ),
  amount: described(Money, "What the provider was asked to take, in major units."),
  org: Org,
  createdAt: described(Moment, "When it was opened, ISO 8601 in UTC."),
  paidAt: Type.Optional(
    described(Moment, "When it was paid, ISO 8601 in UTC; missing until then, and where a wallet does not say."),
  ),
  updatedAt: described(Moment, "When it last changed, ISO 8601 in UTC."),
  currentStatus: PaymentStatus,
  expressOpted: Type.Optional(Type.Boolean({ description: "Express was paid for." })),
  paymentId: described(Id, "The order's id as a payment."),
  discount: DiscountSchema,
  refundDetails: Refunds,
  totalAmountPaid: Paid,
  provider: Type.Optional(
    described(Provider, "The provider's name in the catalogue; absent where a wallet does not say."),
  ),
};
/** A payment of the candidate, as history shows it. */
export const OrderSchema = closed(OrderFields);
/** The orders of one transaction. */
export const HistoryItemSchema = closed({
  orgId: described(OrgName, "The id of the organisation that asks."),
  formId: described(FormName, "The id of the request that is paid for."),
  txnId: described(TxnId, "The id of the transaction that is paid for."),
  form: closed(
    { name: described(text(200), "What the request is called.") },
    { description: "The request that is paid for." },
  ),
  org: Org,
  paymentList: Type.Array(OrderSchema, { maxItems: 100, description: "Its orders, newest first." }),
});

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
