import Type, { type Static } from "typebox";
import { paymentShapes } from "./shapes/payments.ts";

/** The candidate's orders, newest first, each with its form. */
export const contract = () => {
  const { paymentList: _list, ...form } = paymentShapes.PaymentHistoryItem.properties;
  return Type.Array(
    Type.Object(
      {
        ...form,
        ...paymentShapes.Order.properties,
        refunded: Type.Boolean({ description: "The whole payment was refunded, or is being refunded." }),
      },
      { additionalProperties: false },
    ),
  );
};

/** The root `orders`. */
export type OrdersRoot = Static<ReturnType<typeof contract>>;
