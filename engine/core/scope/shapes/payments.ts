import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Currency, Id, ProviderName, RegionName, VerificationName, closed, text } from "#engine/core/base/shapes.ts";
import {
  DiscountSchema,
  HistoryItemSchema,
  ItemSchema,
  OrderSchema,
  PaymentInfoSchema,
  RefundSchema,
} from "./payment-info.ts";
import { PaymentStatus } from "./transaction-info.ts";

export const RegionSchema = closed({
  name: described(text(100), "The name of the region."),
  value: described(RegionName, "The region in calls: 'IN'."),
  currencySymbol: Currency,
});
export const ProviderSchema = closed({
  name: described(ProviderName, "The provider in calls."),
  displayName: described(text(100), "The display name."),
  imageUrl: described(text(2000), "The URL of the icon; empty without one."),
  region: described(RegionName, "The name of the region that offers it: 'IN'."),
  sdk: Type.Boolean({ description: "The provider's script runs on a page of the wallet; no redirect to its site." }),
  phoneNumberRequired: Type.Boolean({ description: "A payment needs an Indian phone number." }),
});
export const PaymentId = described(Id, "The payment id of the order.");
/** Whether a transaction can be done express. */
export const PaymentModeSchema = closed({
  showWarning: Type.Boolean({ description: "The form offers express, but not for every item in the cart." }),
  expressAllowed: Type.Boolean({
    description: "The form offers express for at least one item in the cart.",
  }),
  notExpressList: Type.Array(VerificationName, {
    maxItems: 50,
    description: "The names of the verifications without express.",
  }),
});
export const PollSchema = closed({ currentStatus: PaymentStatus, paymentId: PaymentId });

/** A region that a candidate can pay from. */
export type PaymentRegion = Static<typeof RegionSchema>;
/** A payment provider in a region. */
export type PaymentProviderOption = Static<typeof ProviderSchema>;
/** Pending, Success or Failed. */
export type PaymentState = Static<typeof PaymentStatus>;
/** The status of one payment. */
export type PaymentPoll = Static<typeof PollSchema>;

/** Shapes that the API document names. */
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
