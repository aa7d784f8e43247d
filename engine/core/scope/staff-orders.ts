import Type, { type Static } from "typebox";
import { closed } from "#engine/core/base/shapes.ts";
import { approval, toApproval } from "./approvals.ts";
import type { RootInput } from "./root.ts";
import {
  ListedOrderSchema,
  StaffOrderListSchema,
  StaffOrderSchema,
  type StaffOrder,
  type StaffOrderList,
} from "./shapes/staff-orders.ts";

type Input = Pick<RootInput, "find" | "translate">;

// A page that builds the root must load no schema: they are made on demand.
const named = () => ({
  _id: Type.String({ description: "The payment id." }),
  name: Type.String({ description: "The name of the form, in the reader's language." }),
});

/** The orders loaded so far. */
export const contract = () =>
  closed({
    ...StaffOrderListSchema.properties,
    list: Type.Array(closed({ ...ListedOrderSchema.properties, ...named() }), { description: "The orders." }),
  });

/** One order, with the ready-made reasons of a refund. */
export const one = () =>
  closed({
    ...StaffOrderSchema.properties,
    ...named(),
    requestList: Type.Array(approval(), {
      description: "Refunds that wait for a second person, or for the colleague who asked.",
    }),
    reasonList: Type.Array(
      closed({
        value: Type.String({ description: "The value of the choice." }),
        name: Type.String({ description: "The text of the choice." }),
      }),
      { description: "The ready-made reasons, as choices." },
    ),
  });

/** Builds the root `staffOrders` from orders.list. */
export const toStaffOrders = (
  { list, ...rest }: StaffOrderList,
  input: Input,
): Static<ReturnType<typeof contract>> => ({
  ...rest,
  list: list.map((row) => ({ ...row, _id: row.orderId, name: input.translate(row.formLabel) })),
});

/** Builds the root `staffOrder` from orders.get. */
export const toStaffOrder = (order: StaffOrder, input: Input): Static<ReturnType<typeof one>> => ({
  ...order,
  _id: order.orderId,
  name: input.translate(order.formLabel),
  itemList: order.itemList.map((item) => ({ ...item, label: input.translate(item.label) })),
  requestList: order.requestList.map((request) => toApproval(request, input)),
  reasonList: Object.entries(input.find("reasons", "reasons")?.refund ?? {}).map(([value, { text }]) => ({
    value,
    name: input.translate(String(text)),
  })),
});
