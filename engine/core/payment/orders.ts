import type { OrdersRoot } from "#engine/core/scope/orders.ts";
import type { RootInput } from "#engine/core/scope/root.ts";
import type { PaymentHistoryItem, PaymentInfo } from "#engine/core/scope/shapes/payment-info.ts";
import { sumOf, toMinor } from "./minor-units.ts";

/** Builds the root `orders` from payments.history, with form names in the candidate's language. */
export const toOrders = (
  list: readonly PaymentHistoryItem[],
  { translate }: Pick<RootInput, "translate">,
): OrdersRoot =>
  list.flatMap(({ paymentList, form, ...rest }) =>
    paymentList.map((order) => ({
      ...rest,
      form: { ...form, name: translate(form.name) },
      ...order,
      refunded: isRefunded({ ...order, paid: order.amount }),
    })),
  );

/** Returns whether the whole payment (in major units) was refunded or is being refunded. */
export function isRefunded({
  currentStatus,
  paid,
  refundDetails,
}: Pick<PaymentInfo, "currentStatus" | "refundDetails"> & { paid: number }): boolean {
  const refundedMinor = sumOf(
    refundDetails.flatMap(({ status, amount }) => (status === "Failed" ? [] : [toMinor(amount)])),
  );
  return currentStatus === "Success" && refundedMinor > 0 && refundedMinor >= toMinor(paid);
}
