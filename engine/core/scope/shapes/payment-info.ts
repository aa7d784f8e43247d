import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
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
} from "#engine/core/base/shapes.ts";
import { PaymentStatus } from "./transaction-info.ts";

// Bills, orders and refunds. Amounts are in major units.

const BillCurrency = described(Currency, "The currency of all amounts: 'INR' or 'USD'.");

/** One line of a bill. */
export const ItemSchema = closed({
  label: described(text(200), "The label of the verification."),
  description: described(text(500), "The course or company of this submission; may be empty."),
  subtitle: described(text(500), "The institution, else the category of the verification."),
  price: described(Money, "The price, in major units."),
  mrp: described(Money, "The list price, in major units."),
  icon: Type.Optional(described(text(2000), "The name of the icon.")),
  iconUrl: Type.Optional(described(text(2000), "The URL of the icon; optional for other wallets.")),
});
/** The discounts of a bill. */
export const DiscountSchema = closed(
  {
    amount: described(Money, "The amount of the additional discount, in major units."),
    mrpDiscount: described(Money, "The list prices minus the prices, in major units."),
    percentage: described(Percentage, "The additional discount in percent; 0 where the cart is too small for it."),
  },
  { description: "The discounts of the bill." },
);
/** A refund of an order. */
export const RefundSchema = closed({
  _id: described(Id, "The id of the refund."),
  refundId: described(text(128), "The number that the candidate quotes to support."),
  reason: described(text(500), "The reason of the refund."),
  amount: described(Money, "The amount of the refund, in major units."),
  status: described(PaymentStatus, "The status: 'Pending', 'Success' or 'Failed'."),
  createdAt: described(Moment, "The time of the decision, ISO 8601 in UTC."),
  sentAt: Type.Optional(described(Moment, "The time the provider accepted it, ISO 8601 in UTC; the bank has it now.")),
  settledAt: Type.Optional(described(Moment, "The time it arrived or failed, ISO 8601 in UTC.")),
});
const Items = Type.Array(ItemSchema, { maxItems: 200, description: "The items of the bill, one for each submission." });
const Refunds = Type.Array(RefundSchema, { maxItems: 100, description: "The refunds, pending ones included." });
const ToPay = described(Money, "The amount to pay, with discount and tax, in major units.");
const Tax = described(Money, "The tax, in major units.");
const Provider = described(ProviderName, "The provider's name in the catalogue.");
const Paid = described(Money, "The paid amount, in major units; 0 until the payment succeeds.");

/** A bill: a current price or a stored order. */
export const PaymentInfoSchema = closed({
  items: Items,
  total: described(Money, "The sum of the prices, before additional discount and tax, in major units."),
  toPay: ToPay,
  toPayBeforeGst: described(Money, "The amount to pay before tax, in major units."),
  gst: Tax,
  discount: DiscountSchema,
  availableDiscount: closed(
    {
      percentage: described(Percentage, "The discount on the total, in percent."),
      minAmount: Type.Record(
        Type.String({ pattern: "^[A-Z]{2,8}$" }),
        closed({ currency: Currency, amount: described(Money, "The minimum total, in major units.") }),
        { additionalProperties: false, description: "The minimum total for the discount, by region." },
      ),
    },
    { description: "The additional discount of the form, whether the cart qualifies or not." },
  ),
  currencySymbol: BillCurrency,
  disclaimer: Type.Optional(described(text(2000), "The organisation's note below the bill; missing without one.")),
  verificationList: Type.Array(
    closed({
      name: described(VerificationName, "The name of the verification."),
      credits: described(Money, "The price of this submission, in major units."),
    }),
    { maxItems: 200, description: "The price of each submission, by name of its verification." },
  ),
  region: described(RegionName, "The name of the payment region: 'IN'."),
  createdAt: described(Moment, "The creation time of the order, else of the transaction, ISO 8601 in UTC."),
  provider: Type.Optional(described(Provider, "The provider's name in the catalogue; missing before an order.")),
  currentStatus: Type.Optional(PaymentStatus),
  paymentId: Type.Optional(described(Id, "The payment id of the order; missing before an order.")),
  expressOpted: Type.Optional(
    Type.Boolean({
      description: "The bill has express prices. A retry keeps the chosen speed.",
    }),
  ),
  transactionId: described(TxnId, "The id of the transaction."),
  orderId: Type.Optional(described(Id, "The id of the order; missing before an order.")),
  org: Org,
  paidAt: Type.Optional(
    described(Moment, "The time of payment, ISO 8601 in UTC; missing before, and optional for other wallets."),
  ),
  updatedAt: described(Moment, "The last change of the order, else of the transaction, ISO 8601 in UTC."),
  totalAmountPaid: Type.Optional(Paid),
  refundDetails: Refunds,
});
/** Properties that every answer has for an order. */
export const OrderFields = {
  _id: described(Id, "The id of the order."),
  transactionId: described(TxnId, "The id of the transaction."),
  orgId: described(OrgName, "The id of the requesting organisation."),
  price: closed(
    { items: Items, toPay: ToPay, gst: Tax, currencySymbol: BillCurrency },
    { description: "The bill that was ordered." },
  ),
  amount: described(Money, "The amount sent to the provider, in major units."),
  org: Org,
  createdAt: described(Moment, "The time of creation, ISO 8601 in UTC."),
  paidAt: Type.Optional(
    described(Moment, "The time of payment, ISO 8601 in UTC; missing before, and optional for other wallets."),
  ),
  updatedAt: described(Moment, "The time of the last change, ISO 8601 in UTC."),
  currentStatus: PaymentStatus,
  expressOpted: Type.Optional(Type.Boolean({ description: "The candidate paid for express." })),
  paymentId: described(Id, "The payment id of the order."),
  discount: DiscountSchema,
  refundDetails: Refunds,
  totalAmountPaid: Paid,
  provider: Type.Optional(described(Provider, "The provider's name in the catalogue; optional for other wallets.")),
};
/** An order of the candidate in the payment history. */
export const OrderSchema = closed(OrderFields);
/** The orders of one transaction. */
export const HistoryItemSchema = closed({
  orgId: described(OrgName, "The id of the requesting organisation."),
  formId: described(FormName, "The id of the request."),
  txnId: described(TxnId, "The id of the transaction."),
  form: closed({ name: described(text(200), "The name of the request.") }, { description: "The request." }),
  org: Org,
  paymentList: Type.Array(OrderSchema, { maxItems: 100, description: "The orders of the transaction, newest first." }),
});

/** The bill of a transaction or of a stored order, in major units. */
export type PaymentInfo = Static<typeof PaymentInfoSchema>;
/** One line of a bill. */
export type PaymentItem = Static<typeof ItemSchema>;
/** The discounts of a bill. */
export type Discount = Static<typeof DiscountSchema>;
/** An order of the candidate in the payment history. */
export type Order = Static<typeof OrderSchema>;
/** A refund of an order. */
export type Refund = Static<typeof RefundSchema>;
/** The orders of one transaction. */
export type PaymentHistoryItem = Static<typeof HistoryItemSchema>;
