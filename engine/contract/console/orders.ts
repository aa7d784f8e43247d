import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Bytes, Count, Empty, Id, OrgName, closed, filled } from "#engine/core/base/shapes.ts";
import {
  AmountMinor,
  OrderFilterSchema,
  RefundableMinor,
  StaffOrderListSchema,
  StaffOrderSchema,
} from "#engine/core/scope/shapes/staff-orders.ts";
import { ReasonName } from "#engine/core/scope/shapes/cases.ts";
import type { OperationContract } from "../parts/operation-contract.ts";

const OfOrder = closed({ orgId: OrgName, orderId: described(Id, "The payment id of the order.") });

/** Operations of finance on orders and refunds. */
export const orderOperations = {
  "orders.list": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/orders",
    auth: "staff",
    summary: "List the orders of candidates, the newest first.",
    params: closed({ orgId: OrgName }),
    query: closed({
      find: Type.Optional(described(filled(64), "A payment id, a mobile number, or at least its last four digits.")),
      state: Type.Optional(OrderFilterSchema),
      after: Type.Optional(described(filled(400), "`next` of the page before.")),
      count: Type.Optional(Count),
    }),
    data: StaffOrderListSchema,
    fills: "staffOrders",
  },
  "orders.get": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/orders/:orderId",
    auth: "staff",
    summary: "Get an order with its bill and its refunds.",
    params: OfOrder,
    data: StaffOrderSchema,
    fills: "staffOrder",
  },
  "orders.export": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/exports/:what/:month",
    auth: "staff",
    summary: "Get the orders or the refunds of a month as CSV (RFC 4180), in the time zone of India.",
    params: closed({
      orgId: OrgName,
      what: Type.Enum(["orders", "refunds"], {
        description: "Orders by their day of payment, refunds by their first.",
      }),
      month: Type.String({ pattern: "^20[0-9]{2}-(0[1-9]|1[0-2])$", maxLength: 7, description: "The month: 2026-04." }),
    }),
    data: Bytes,
    contentTypes: ["text/csv"],
  },
  "refunds.create": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/orders/:orderId/refunds",
    auth: "staff",
    needsFreshProof: true,
    summary: "Refund a paid order, whole or in part. Above the limit of the organisation a second person approves it.",
    params: OfOrder,
    body: closed({
      amountMinor: AmountMinor,
      refundableMinor: described(
        RefundableMinor,
        "What could be refunded when the person decided; another value is 409.",
      ),
      reason: ReasonName,
      note: Type.Optional(described(filled(300), "What the candidate reads beside the reason.")),
    }),
    data: StaffOrderSchema,
    invalidates: ["staffOrders", "staffOrder", "approvals"],
  },
  "refunds.retry": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/orders/:orderId/refunds/:refundId/retry",
    auth: "staff",
    summary: "Send a pending refund to the provider again now; it knows the refund by its id and pays it once.",
    params: closed({ ...OfOrder.properties, refundId: described(Id, "The id of the refund.") }),
    body: Empty,
    bodyOptional: true,
    data: StaffOrderSchema,
    invalidates: ["staffOrders", "staffOrder"],
  },
} as const satisfies Record<string, OperationContract>;
