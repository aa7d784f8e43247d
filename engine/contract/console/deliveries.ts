import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { Bytes, Empty, Id, Moment, OrgName, closed, filled, text } from "#engine/core/base/shapes.ts";
import type { OperationContract } from "../parts/operation-contract.ts";

const at = (description: string) => described(Moment, `${description}, ISO 8601 in UTC.`);

const LogSchema = closed({
  event: Type.Enum(["sent", "failed", "dead", "received", "resent", "recorded"], {
    description: "'dead': given up. 'recorded': staff handed it over.",
  }),
  detail: described(text(500), "The reason of a failure, or the receiver's reference."),
  by: Type.Optional(
    described(closed({ id: Id, displayName: text(120) }), "The member of staff; missing for the server."),
  ),
  at: at("The time"),
});
const DeliverySchema = closed({
  id: described(Id, "The id of the delivery."),
  kind: Type.Enum(["documents", "report"], { description: "What is delivered." }),
  provider: described(text(64), "The evaluation partner."),
  driver: Type.Enum(["https", "sftp", "email", "manual"], { description: "How it is delivered." }),
  state: Type.Enum(["waiting", "due", "sent", "received", "dead"], {
    description:
      "'waiting': for the receipt of the documents. 'due': to send. 'sent': the receipt comes later. 'dead': given up.",
  }),
  isOverdue: Type.Boolean({ description: "The receipt is later than the promised time." }),
  attempts: Type.Integer({ minimum: 0, description: "The attempts since it was last sent by hand." }),
  nextAttemptAt: Type.Optional(at("The time of the next attempt")),
  createdAt: at("The time of the result"),
  sentAt: Type.Optional(at("The time when the receiver accepted it")),
  receivedAt: Type.Optional(at("The time of the receipt")),
  receipt: Type.Optional(described(text(200), "The receiver's reference.")),
  fileList: Type.Array(
    closed({
      name: described(text(200), "The name of the file."),
      contentType: described(text(100), "The content type."),
      sizeBytes: Type.Integer({ minimum: 0, description: "The size in bytes." }),
      sha256: described(text(64), "The SHA-256 hash, in hex."),
    }),
    { maxItems: 1000, description: "The files. Those of a report are there once it is issued." },
  ),
  logList: Type.Array(LogSchema, { maxItems: 200, description: "What happened, the oldest first." }),
});
/** A delivery to an evaluation partner, as staff see it. */
export type Delivery = Static<typeof DeliverySchema>;

const OfDelivery = closed({ orgId: OrgName, deliveryId: described(Id, "The id of the delivery.") });

/** Operations on deliveries to evaluation partners. */
export const deliveryOperations = {
  "deliveries.list": {
    method: "GET",
    service: "console",
    path: "/organisations/:orgId/transactions/:txnId/deliveries",
    auth: "staff",
    summary: "List what an evaluation partner gets for a transaction: documents and report, with their log.",
    params: closed({ orgId: OrgName, txnId: described(Id, "The id of the transaction.") }),
    data: closed({ list: Type.Array(DeliverySchema, { maxItems: 2, description: "The deliveries." }) }),
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
      at: described(Moment, "When it was handed over, ISO 8601."),
      reference: described(filled(200), "The receiver's reference, such as the number of the shipment."),
    }),
    data: DeliverySchema,
  },
} as const satisfies Record<string, OperationContract>;
