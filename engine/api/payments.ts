import Type, { type Static } from "typebox";
import { leadsOut } from "#engine/base/known.ts";
import { described } from "#engine/base/described.ts";
import type { OperationContract } from "./parts/operation-contract.ts";
import {
  Bytes,
  Currency,
  FormName,
  Id,
  OrgName,
  ProviderName,
  RegionName,
  TxnKeys,
  VerificationName,
  closed,
  filled,
  listOf,
  orNull,
  text,
} from "./parts/shapes.ts";
import {
  DiscountSchema,
  HistoryItemSchema,
  ItemSchema,
  OrderFields,
  OrderSchema,
  PaymentInfoSchema,
  RefundSchema,
} from "./payment-info.ts";
import { PaymentStatus, PriceListItemSchema } from "./transaction-info.ts";

const RegionSchema = closed({
  name: described(text(100), "What the region is called."),
  value: described(RegionName, "The region's name, as calls take it: 'IN'."),
  currencySymbol: Currency,
});
const ProviderSchema = closed({
  name: described(ProviderName, "The provider's name, as calls take it."),
  displayName: described(text(100), "What people call it."),
  imageUrl: described(text(2000), "Address of its picture; empty without one."),
  region: described(RegionName, "The name of the region that it is offered in: 'IN'."),
  sdk: Type.Boolean({ description: "Payment runs in the provider's own script on a page of ours, not on its site." }),
  phoneNumberRequired: Type.Boolean({ description: "It takes no payment without an Indian phone number." }),
});
const PaymentId = described(Id, "The order's id as a payment.");
const OrderId = described(Id, "The order's id.");
const expressLine = "What can be done express is.";
const PollSchema = closed({ currentStatus: PaymentStatus, paymentId: PaymentId });
const Phone = described(filled(32), "The payer's phone number, where the provider needs one.");

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
      showWarning: Type.Boolean({ description: "The form offers express, but not all in the cart can be done so." }),
      expressAllowed: Type.Boolean({
        description: "The form offers express, and something in the cart can be done so.",
      }),
      notExpressList: Type.Array(VerificationName, {
        maxItems: 50,
        description: "Names of the verifications that stay at normal speed.",
      }),
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
      paymentId: Type.Optional(PaymentId),
      express: Type.Optional(Type.Literal("true", { description: expressLine })),
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
      express: Type.Boolean({ description: expressLine }),
      phoneNumber: Type.Optional(Phone),
      provider: Type.Optional(ProviderName),
    }),
    data: closed({
      provider: ProviderName,
      redirectInfo: closed({ web: Type.String({ minLength: 1, maxLength: 4000, $comment: leadsOut }) }),
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
    query: closed({ orgId: OrgName, paymentId: Type.Optional(PaymentId) }),
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
    query: closed({ ...TxnKeys, orderId: OrderId }),
    data: closed({ ...OrderFields, region: RegionName }),
  },
  "payments.invoice": {
    method: "GET",
    service: "verification",
    path: "/transactions/payment/invoice",
    auth: "user",
    summary: "The tax invoice of a paid order.",
    context: ["orgId", "txnId"],
    query: closed({ ...TxnKeys, orderId: OrderId }),
    data: Bytes,
    contentTypes: ["application/pdf"],
  },
} as const satisfies Record<string, OperationContract>;
