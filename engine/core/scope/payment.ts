import Type from "typebox";
import { PollSchema, type PaymentPoll } from "./shapes/payments.ts";

/** The status of a payment while the page polls it. */
export const contract = () =>
  Type.Object(
    {
      ...PollSchema.properties,
      settled: Type.Boolean({ description: "The provider has reported success or failure." }),
    },
    { additionalProperties: false },
  );

/** Builds the root `payment` from payments.poll. */
export const toPayment = (answer: PaymentPoll): PaymentPoll & { settled: boolean } => ({
  ...answer,
  settled: answer.currentStatus !== "Pending",
});
