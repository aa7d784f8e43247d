import Type, { type Static } from "typebox";
import type { PaymentHistoryItem } from "#engine/api/payment-info.ts";
import { paymentShapes } from "#engine/api/payments.ts";
import { isRefunded } from "#engine/payment/bill.ts";
import type { Makings } from "./root.ts";

/** The candidate's orders, newest first, each with the form it was for. */
export const contract = () => {
  const { paymentList: _list, ...form } = paymentShapes.PaymentHistoryItem.properties;
  return Type.Array(
    Type.Object(
      {
        ...form,
        ...paymentShapes.Order.properties,
        refunded: Type.Boolean({ description: "All that was paid was given back, or is on its way." }),
      },
      { additionalProperties: false },
    ),
  );
};

/** The root `orders` from the list of payments.history, the names of forms in the candidate's language. */
export const toOrders = (
  list: readonly PaymentHistoryItem[],
  { translate }: Pick<Makings, "translate">,
): Static<ReturnType<typeof contract>> =>
  list.flatMap(({ paymentList, form, ...rest }) =>
    paymentList.map((order) => ({
      ...rest,
      form: { ...form, name: translate(form.name) },
      ...order,
      refunded: isRefunded({ ...order, paid: order.amount }),
    })),
  );
