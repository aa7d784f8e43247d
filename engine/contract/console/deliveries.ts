import Type from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Bytes, Count, Empty, Id, OrgName, TxnId, closed, filled } from "#engine/core/base/shapes.ts";
import { DeliveryListSchema, DeliverySchema, DeliveryStateSchema } from "#engine/core/scope/shapes/deliveries.ts";
import type { OperationContract } from "../parts/operation-contract.ts";

const OfDelivery = closed({ orgId: OrgName, deliveryId: described(Id, "The id of the delivery.") });

/** Operations on deliveries to evaluation partners. */
export const deliveryOperations = {
  "deliveries.list": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/deliveries",
    auth: "staff",
    summary: "List what evaluation partners get, the newest first.",
    params: closed({ orgId: OrgName }),
    query: closed({
      state: Type.Optional(DeliveryStateSchema),
      txnId: Type.Optional(TxnId),
      after: Type.Optional(described(filled(400), "`next` of the page before.")),
      count: Type.Optional(Count),
    }),
    data: DeliveryListSchema,
    fills: "deliveries",
  },
  "deliveries.get": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/deliveries/:deliveryId",
    auth: "staff",
    summary: "Get a delivery with its files and its log.",
    params: OfDelivery,
    data: DeliverySchema,
    fills: "delivery",
  },
  "deliveries.read-file": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/deliveries/:deliveryId/files/:name",
    auth: "staff",
    summary: "Get a file of a delivery, to hand it over by hand.",
    params: closed({ ...OfDelivery.properties, name: described(filled(200), "The name of the file.") }),
    data: Bytes,
    contentTypes: ["application/pdf", "application/json", "image/jpeg", "image/png"],
  },
  "deliveries.resend": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/deliveries/:deliveryId/resend",
    auth: "staff",
    summary: "Send a delivery again, with new links and codes; also one that has a receipt.",
    params: OfDelivery,
    body: Empty,
    bodyOptional: true,
    data: DeliverySchema,
    invalidates: ["deliveries", "delivery"],
  },
  "deliveries.record": {
    method: "POST",
    service: "console",
    path: "/organisations/:orgId/deliveries/:deliveryId/record",
    auth: "staff",
    summary: "Record that a delivery was handed over, and how; this is its receipt.",
    params: OfDelivery,
    body: closed({
      how: described(filled(300), "How it was handed over: by courier, in person."),
      at: Type.String({
        pattern: "^[0-9]{2}-[0-9]{2}-[0-9]{4}$",
        maxLength: 10,
        description: "The day on which it was handed over, dd-MM-yyyy.",
      }),
      reference: described(filled(200), "The receiver's reference, such as the number of the shipment."),
    }),
    data: DeliverySchema,
    invalidates: ["deliveries", "delivery"],
  },
} as const satisfies Record<string, OperationContract>;
