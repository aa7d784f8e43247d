import Type, { type Static } from "typebox";
import { described } from "#engine/core/base/described.ts";
import { FormName, Id, Moment, TxnId, closed, text } from "#engine/core/base/shapes.ts";

const at = (description: string) => described(Moment, `${description}, ISO 8601 in UTC.`);

const LogSchema = closed({
  event: Type.Enum(["sent", "failed", "dead", "received", "resent", "recorded"], {
    description: "'dead': given up. 'recorded': staff handed it over.",
  }),
  detail: described(text(500), "The reason of a failure, or the receiver's reference."),
  by: Type.Optional(
    described(
      closed({ id: described(Id, "The id of the person."), displayName: described(text(120), "Their name.") }),
      "The member of staff; missing for the server.",
    ),
  ),
  at: at("The time"),
});
/** A delivery in a list. */
export const ListedDeliverySchema = closed({
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
  lastError: Type.Optional(described(text(500), "Why the last attempt failed; missing after a success.")),
  receiver: described(text(300), "The name of the evaluation partner."),
  txnId: TxnId,
  formId: FormName,
  formLabel: described(text(300), "The name of the form, in English."),
  holderName: Type.Optional(described(text(300), "The candidate's name at submission; missing without one.")),
});
/** A delivery with its files and its log. */
export const DeliverySchema = closed({
  ...ListedDeliverySchema.properties,
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
/** A page of deliveries. */
export const DeliveryListSchema = closed({
  list: Type.Array(ListedDeliverySchema, { maxItems: 100, description: "The deliveries, the newest first." }),
  next: Type.Optional(described(text(400), "The cursor of the next page; missing on the last one.")),
});
/** The state of a delivery. */
export const DeliveryStateSchema = ListedDeliverySchema.properties.state;
/** A delivery in a list. */
export type ListedDelivery = Static<typeof ListedDeliverySchema>;
/** A page of deliveries. */
export type DeliveryList = Static<typeof DeliveryListSchema>;
/** A delivery to an evaluation partner, as staff see it. */
export type Delivery = Static<typeof DeliverySchema>;
