import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import {
  Currency,
  Id,
  Moment,
  Money,
  ProviderName,
  RegionName,
  TxnId,
  closed,
  text,
} from "#engine/core/base/shapes.ts";
import { ApprovalSchema } from "./approvals.ts";
import { PaymentStatus } from "./transaction-info.ts";

const at = (line: string) => described(Moment, `${line}, ISO 8601 in UTC.`);

/** What of an order needs a look, because the provider's side is unknown or differs. The first that applies. */
export const OrderIssueSchema = Type.Enum(
  ["amount-differs", "no-answer", "not-cancelled", "refund-refused", "refund-late", "refund-failed"],
  { description: "What needs a look at the provider; missing when both sides agree." },
);
/** What a list of orders selects. */
export const OrderFilterSchema = Type.Enum(["paid", "pending", "failed", "refunded", "unclear"], {
  description: "Paid, pending or failed orders, those with a refund, or those with an issue.",
});
/** Why a refund did not reach the bank. */
export const RefundProblemSchema = Type.Enum(["refused", "unreachable"], {
  description: "Why the last attempt failed: the provider refused it, or did not answer. The server tries again.",
});
/** Why a refund did not reach the bank. */
export type RefundProblem = Static<typeof RefundProblemSchema>;

/** An amount that a call has: minor units, so that it has no decimals. */
export const AmountMinor = Type.Integer({
  minimum: 1,
  maximum: 100_000_000_000,
  description: "The amount in minor units (paise, cents).",
});
/** What a refund may still return. */
export const RefundableMinor = Type.Integer({
  minimum: 0,
  maximum: 100_000_000_000,
  description: "The paid amount less all refunds but failed ones, in minor units.",
});

/** An order in the list of staff. */
export const ListedOrderSchema = closed({
  orderId: described(Id, "The payment id."),
  txnId: TxnId,
  displayName: described(text(254), "The candidate's name."),
  mobile: described(text(20), "The last digits of the candidate's number."),
  formLabel: described(text(200), "The name of the form, in English."),
  currency: Currency,
  amount: described(Money, "The amount of the order, in major units."),
  refunded: described(Money, "The sum of the refunds that have arrived or are on their way, in major units."),
  status: PaymentStatus,
  provider: ProviderName,
  createdAt: at("The time at which it was opened"),
  paidAt: Type.Optional(at("The time of payment")),
  issue: Type.Optional(OrderIssueSchema),
});
/** A page of the orders of an organisation. */
export const StaffOrderListSchema = closed({
  list: Type.Array(ListedOrderSchema, { maxItems: 100, description: "The orders, the newest first." }),
  next: Type.Optional(described(text(400), "The cursor of the next page; missing on the last one.")),
});

/** A refund as staff see it. */
export const StaffRefundSchema = closed({
  id: described(Id, "The id of the refund, which the provider knows too."),
  reason: described(text(500), "What the candidate reads, in the caller's language."),
  amount: described(Money, "The amount, in major units."),
  status: PaymentStatus,
  problem: Type.Optional(RefundProblemSchema),
  tries: Type.Integer({ minimum: 0, description: "The number of attempts without a final answer." }),
  nextTryAt: Type.Optional(at("The time of the next attempt")),
  createdAt: at("The time of the decision"),
  sentAt: Type.Optional(at("The time at which the provider accepted it")),
  settledAt: Type.Optional(at("The time at which it arrived or failed")),
  requestedBy: Type.Optional(described(text(120), "The member of staff; missing for a refund of the server.")),
  approvedBy: Type.Optional(described(text(120), "The second person; missing where none was needed.")),
});

/** One order as staff see it. */
export const StaffOrderSchema = closed({
  ...ListedOrderSchema.properties,
  itemList: Type.Array(
    closed({
      label: described(text(200), "The label of the verification, in English."),
      description: described(text(500), "The course or company; may be empty."),
      price: described(Money, "The price, in major units."),
    }),
    { maxItems: 200, description: "The lines of the bill." },
  ),
  discount: described(Money, "The additional discount, in major units."),
  gst: described(Money, "The tax, in major units."),
  region: RegionName,
  express: Type.Boolean({ description: "The candidate paid for express." }),
  reference: Type.Optional(described(text(200), "The provider's id of the payment; missing before its answer.")),
  checkedAt: Type.Optional(at("The time of the next question to the provider")),
  refundableMinor: RefundableMinor,
  limitMinor: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "What may be refunded without a second person, in minor units; none in the currency without it.",
    }),
  ),
  refundList: Type.Array(StaffRefundSchema, { maxItems: 100, description: "The refunds, the newest first." }),
  requestList: Type.Array(ApprovalSchema, {
    maxItems: 100,
    description: "Refunds that wait for a second person, or for the colleague who asked.",
  }),
});

/** What a list of orders selects. */
export type OrderFilter = Static<typeof OrderFilterSchema>;
/** An order in the list of staff. */
export type ListedOrder = Static<typeof ListedOrderSchema>;
/** A page of the orders of an organisation. */
export type StaffOrderList = Static<typeof StaffOrderListSchema>;
/** A refund as staff see it. */
export type StaffRefund = Static<typeof StaffRefundSchema>;
/** One order as staff see it. */
export type StaffOrder = Static<typeof StaffOrderSchema>;
