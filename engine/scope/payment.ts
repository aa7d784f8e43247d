import Type from "typebox";
import { contracts } from "#engine/api/contracts.ts";
import type { PaymentPoll } from "#engine/api/payments.ts";

/** Where a payment stands while somebody waits for it. */
export const contract = () =>
  Type.Object(
    {
      ...contracts["payments.poll"].data.properties,
      settled: Type.Boolean({ description: "The provider has said yes or no." }),
    },
    { additionalProperties: false },
  );

/** The root `payment` from the answer of payments.poll. */
export const toPayment = (answer: PaymentPoll): PaymentPoll & { settled: boolean } => ({
  ...answer,
  settled: answer.currentStatus !== "Pending",
});
